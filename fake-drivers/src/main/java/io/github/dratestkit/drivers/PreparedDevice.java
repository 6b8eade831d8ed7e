package io.github.dratestkit.drivers;

import java.util.List;
import java.util.Optional;

/**
 * A device that a driver has made ready for a claim.
 *
 * @param requests the requests that it serves; none means every request of the claim
 * @param cdiDeviceIds what the container runtime shall add, {@code vendor/class=name}, in order
 * @param shareId which share of the device it is, where several claims may have one
 */
public record PreparedDevice(
    List<String> requests,
    String pool,
    String device,
    List<String> cdiDeviceIds,
    Optional<String> shareId) {

  public PreparedDevice {
    requests = List.copyOf(requests);
    cdiDeviceIds = List.copyOf(cdiDeviceIds);
  }
}
