package io.github.dratestkit.apiserver.resource;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A device, or a share of one, as results of an allocation and device statuses name it.
 *
 * @param shareId empty for a whole device
 */
record AllocatedDevice(String driver, String pool, String device, String shareId) {

  static AllocatedDevice of(JsonNode entry) {
    return new AllocatedDevice(
        Tree.text(entry, "driver"),
        Tree.text(entry, "pool"),
        Tree.text(entry, "device"),
        Tree.text(entry, "shareID"));
  }

  /** Returns the devices of the allocation in a status, none if there is no allocation. */
  static Set<AllocatedDevice> allIn(JsonNode status) {
    Set<AllocatedDevice> devices = new HashSet<>();
    for (JsonNode result : Tree.items(status.path("allocation").path("devices"), "results")) {
      devices.add(of(result));
    }
    return devices;
  }

  @Override
  public String toString() {
    return driver + "/" + pool + "/" + device + (shareId.isEmpty() ? "" : "/" + shareId);
  }
}
