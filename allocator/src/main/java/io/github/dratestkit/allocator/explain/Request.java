package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.ClaimPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request or sub-request as an explanation sees it.
 *
 * @param name the name that results use
 * @param mode the allocation mode
 * @param count how many devices it asks for, if it asks for a number
 */
record Request(
    String name,
    @Nullable String mode,
    long count,
    String deviceClass,
    boolean adminAccess,
    List<DeviceSelector> selectors,
    List<DeviceToleration> tolerations,
    @Nullable CapacityRequirements capacity,
    Set<String> derivedAttributes) {

  /** Returns the request itself, or its sub-requests in order. */
  static List<Request> of(DeviceRequest request) {
    ExactDeviceRequest exact = request.getExactly();
    if (!request.getFirstAvailable().isEmpty()) {
      return request.getFirstAvailable().stream().map(sub -> of(request.getName(), sub)).toList();
    }
    if (exact == null) {
      return List.of();
    }
    return List.of(
        new Request(
            request.getName(),
            exact.getAllocationMode(),
            number(exact.getCount()),
            text(exact.getDeviceClassName()),
            Boolean.TRUE.equals(exact.getAdminAccess()),
            exact.getSelectors(),
            exact.getTolerations(),
            exact.getCapacity(),
            namesOf(exact.getDerivedAttributes())));
  }

  private static Request of(String parent, DeviceSubRequest sub) {
    return new Request(
        parent + "/" + sub.getName(),
        sub.getAllocationMode(),
        number(sub.getCount()),
        text(sub.getDeviceClassName()),
        false,
        sub.getSelectors(),
        sub.getTolerations(),
        sub.getCapacity(),
        namesOf(sub.getDerivedAttributes()));
  }

  /** Returns the named request of the claims, or its sub-requests in order. */
  static List<Request> of(List<ResourceClaim> claims, ClaimPart.Request part) {
    List<Request> found = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      if (ClaimNames.of(claim).equals(part.claim())) {
        ClaimNames.requestsOf(claim).stream()
            .filter(request -> part.name().equals(request.getName()))
            .forEach(request -> found.addAll(of(request)));
      }
    }
    return found;
  }

  boolean asksForAll() {
    return "All".equals(mode);
  }

  /** Returns what it asks for, in words. */
  String wanted() {
    if (asksForAll()) {
      return "all devices that match";
    }
    return count == 1 ? "1 device" : count + " devices";
  }

  private static long number(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  private static Set<String> namesOf(List<DeviceDerivedAttribute> attributes) {
    return attributes.stream().map(DeviceDerivedAttribute::getName).collect(Collectors.toSet());
  }

  /** Says whether the constraint looks at devices of this request. */
  boolean isBoundBy(DeviceConstraint constraint) {
    List<String> names = constraint.getRequests();
    int slash = name.indexOf('/');
    return names.isEmpty()
        || names.contains(name)
        || (slash > 0 && names.contains(name.substring(0, slash)));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
