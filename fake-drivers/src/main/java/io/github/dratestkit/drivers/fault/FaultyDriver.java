package io.github.dratestkit.drivers.fault;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.drivers.ClaimReference;
import io.github.dratestkit.drivers.DeviceHealth;
import io.github.dratestkit.drivers.Driver;
import io.github.dratestkit.drivers.DriverException;
import io.github.dratestkit.drivers.PreparedDevice;
import io.github.dratestkit.drivers.publish.Pool;
import java.util.List;
import java.util.Optional;

/** A driver whose calls can be made to fail, and repaired again. */
public final class FaultyDriver implements Driver {

  private final Driver driver;
  private Fault onPrepare = Fault.NONE;
  private Fault onUnprepare = Fault.NONE;

  /** Wraps a driver; nothing fails yet. */
  public FaultyDriver(Driver driver) {
    this.driver = driver;
  }

  /** Makes prepare fail from now on. */
  public synchronized void onPrepare(Fault fault) {
    onPrepare = fault;
    notifyAll();
  }

  /** Makes unprepare fail from now on. */
  public synchronized void onUnprepare(Fault fault) {
    onUnprepare = fault;
    notifyAll();
  }

  /** Makes everything work; calls that hang go on. */
  public synchronized void repair() {
    onPrepare = Fault.NONE;
    onUnprepare = Fault.NONE;
    notifyAll();
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
  public Optional<List<DeviceHealth>> health() {
    return driver.health();
  }

  @Override
  public List<PreparedDevice> prepare(ResourceClaim claim) throws DriverException {
    Fault fault = awaitPrepare();
    if (fault instanceof Fault.Answers answers) {
      throw new DriverException(answers.message());
    }
    List<PreparedDevice> prepared = driver.prepare(claim);
    if (fault instanceof Fault.AnswersAfterwards answers) {
      throw new DriverException(answers.message());
    }
    return prepared;
  }

  @Override
  public void unprepare(ClaimReference claim) throws DriverException {
    Fault fault = awaitUnprepare();
    if (fault instanceof Fault.Answers answers) {
      throw new DriverException(answers.message());
    }
    driver.unprepare(claim);
    if (fault instanceof Fault.AnswersAfterwards answers) {
      throw new DriverException(answers.message());
    }
  }

  private synchronized Fault awaitPrepare() throws DriverException {
    while (onPrepare instanceof Fault.Hangs) {
      await();
    }
    return onPrepare;
  }

  private synchronized Fault awaitUnprepare() throws DriverException {
    while (onUnprepare instanceof Fault.Hangs) {
      await();
    }
    return onUnprepare;
  }

  private void await() throws DriverException {
    try {
      wait();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while it hung");
    }
  }
}
