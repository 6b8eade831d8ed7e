package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;

/**
 * A device as it is published.
 *
 * @param slice the slice that publishes it
 */
record Published(ResourceSlice slice, Device device) {

  String driver() {
    return slice.getSpec().getDriver();
  }

  String pool() {
    return slice.getSpec().getPool().getName();
  }

  Key key() {
    return new Key(driver(), pool(), device.getName());
  }

  /** The identity of a device. */
  record Key(String driver, String pool, String device) {
    @Override
    public String toString() {
      return driver + "/" + pool + "/" + device;
    }
  }

  boolean isShareable() {
    return Boolean.TRUE.equals(device.getAllowMultipleAllocations());
  }
}
