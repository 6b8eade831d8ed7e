package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.drivers.ClaimReference;
import io.github.dratestkit.drivers.DeviceHealth;
import io.github.dratestkit.drivers.Driver;
import io.github.dratestkit.drivers.DriverException;
import io.github.dratestkit.drivers.PreparedDevice;
import io.github.dratestkit.drivers.publish.Pool;
import java.util.List;
import java.util.Optional;

/** A driver that a scenario can make refuse to prepare anything. */
final class UnwillingDriver implements Driver {

  private final Driver driver;
  private volatile Optional<String> reason = Optional.empty();

  UnwillingDriver(Driver driver) {
    this.driver = driver;
  }

  void refuse(String newReason) {
    reason = Optional.of(newReason);
  }

  void comply() {
    reason = Optional.empty();
  }

  @Override
  public String name() {
    return driver.name();
  }

  @Override
  public List<Pool> pools() {
    return driver.pools();
  }

  @Override
  public List<PreparedDevice> prepare(ResourceClaim claim) throws DriverException {
    Optional<String> refusal = reason;
    if (refusal.isPresent()) {
      throw new DriverException(refusal.get());
    }
    return driver.prepare(claim);
  }

  @Override
  public void unprepare(ClaimReference claim) throws DriverException {
    driver.unprepare(claim);
  }

  @Override
  public Optional<List<DeviceHealth>> health() {
    return driver.health();
  }
}
