package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import org.jspecify.annotations.Nullable;

/**
 * A device as it is published.
 *
 * @param slice the slice that publishes it
 */
record Published(ResourceSlice slice, Device device) {

  String driver() {
    return Strings.nullToEmpty(slice.getSpec().getDriver());
  }

  String pool() {
    return Strings.nullToEmpty(slice.getSpec().getPool().getName());
  }

  Key key() {
    return new Key(driver(), pool(), device.getName());
  }

  /** The identity of a device. What has no name has an empty one, as upstream reads it. */
  record Key(@Nullable String driver, @Nullable String pool, @Nullable String device) {

    Key {
      driver = Strings.nullToEmpty(driver);
      pool = Strings.nullToEmpty(pool);
      device = Strings.nullToEmpty(device);
    }

    @Override
    public String toString() {
      return driver + "/" + pool + "/" + device;
    }
  }

  boolean isShareable() {
    return Boolean.TRUE.equals(device.getAllowMultipleAllocations());
  }
}
