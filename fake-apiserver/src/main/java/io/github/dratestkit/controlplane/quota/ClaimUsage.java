package io.github.dratestkit.controlplane.quota;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a claim uses of each class: an exact count its number, all devices as many as a claim may
 * ever have, and alternatives the largest of them for each class (semantics §7.7).
 */
final class ClaimUsage {

  /** The most devices that a claim may have, which is what a request for all of them counts. */
  private static final long MOST_DEVICES = 32;

  private ClaimUsage() {}

  static Map<String, Long> devicesByClass(ResourceClaim claim) {
    Map<String, Long> devices = new HashMap<>();
    if (claim.getSpec() == null || claim.getSpec().getDevices() == null) {
      return devices;
    }
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      if (request.getExactly() != null) {
        devices.merge(
            request.getExactly().getDeviceClassName(),
            count(request.getExactly().getAllocationMode(), request.getExactly().getCount()),
            Long::sum);
        continue;
      }
      Map<String, Long> largest = new HashMap<>();
      for (DeviceSubRequest alternative : request.getFirstAvailable()) {
        largest.merge(
            alternative.getDeviceClassName(),
            count(alternative.getAllocationMode(), alternative.getCount()),
            Math::max);
      }
      largest.forEach((name, count) -> devices.merge(name, count, Long::sum));
    }
    return devices;
  }

  private static long count(@Nullable String mode, @Nullable Long count) {
    if ("All".equals(mode)) {
      return MOST_DEVICES;
    }
    return count == null ? 1 : count;
  }
}
