package io.github.dratestkit.allocator.inventory;

/** The identity of a device: names of devices are unique only within a pool of one driver. */
public record DeviceId(String driver, String pool, String device) {

  /** Returns the device's pool. */
  public PoolId poolId() {
    return new PoolId(driver, pool);
  }

  @Override
  public String toString() {
    return driver + "/" + pool + "/" + device;
  }
}
