package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one request or sub-request asks for.
 *
 * @param request the name of the request
 * @param result the name that results use: the request's, or request and sub-request
 */
record Asked(
    String request,
    String result,
    String deviceClass,
    boolean all,
    long count,
    boolean adminAccess,
    List<DeviceSelector> selectors,
    List<DeviceToleration> tolerations,
    Map<String, Quantity> capacity,
    List<DeviceDerivedAttribute> derived) {

  /** Returns the alternatives of a request: itself, or its sub-requests. */
  static List<Asked> alternatives(DeviceRequest request) {
    if (request.getFirstAvailable().isEmpty()) {
      return request.getExactly() == null
          ? List.of()
          : List.of(of(nameOf(request), request.getExactly()));
    }
    return request.getFirstAvailable().stream().map(sub -> of(nameOf(request), sub)).toList();
  }

  /** Returns the name as results repeat it. */
  static String nameOf(DeviceRequest request) {
    return Strings.nullToEmpty(request.getName());
  }

  private static Asked of(String name, ExactDeviceRequest exact) {
    return new Asked(
        name,
        name,
        Strings.nullToEmpty(exact.getDeviceClassName()),
        "All".equals(exact.getAllocationMode()),
        number(exact.getCount()),
        Boolean.TRUE.equals(exact.getAdminAccess()),
        exact.getSelectors(),
        exact.getTolerations(),
        amounts(exact.getCapacity()),
        exact.getDerivedAttributes());
  }

  private static Asked of(String name, DeviceSubRequest sub) {
    return new Asked(
        name,
        name + "/" + Strings.nullToEmpty(sub.getName()),
        Strings.nullToEmpty(sub.getDeviceClassName()),
        "All".equals(sub.getAllocationMode()),
        number(sub.getCount()),
        false,
        sub.getSelectors(),
        sub.getTolerations(),
        amounts(sub.getCapacity()),
        sub.getDerivedAttributes());
  }

  private static long number(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  private static Map<String, Quantity> amounts(@Nullable CapacityRequirements capacity) {
    return capacity == null || capacity.getRequests() == null ? Map.of() : capacity.getRequests();
  }

  /** Says whether one of the names means this request. */
  boolean isNamedIn(List<String> names) {
    return names.contains(request) || names.contains(result);
  }
}
