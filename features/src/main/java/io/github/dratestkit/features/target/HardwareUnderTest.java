package io.github.dratestkit.features.target;

import io.github.dratestkit.drivers.hardware.Hardware;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The hardware that the run under way certifies, as its user named it. */
public final class HardwareUnderTest {

  private static final AtomicReference<List<Hardware>> CURRENT = new AtomicReference<>(List.of());

  private HardwareUnderTest() {}

  /** Sets the hardware of the scenarios that are played from now on. */
  public static void use(List<Hardware> hardware) {
    CURRENT.set(List.copyOf(hardware));
  }

  /**
   * Returns the hardware.
   *
   * @throws NotApplicableException if none was named
   */
  public static List<Hardware> current() {
    List<Hardware> hardware = CURRENT.get();
    if (hardware.isEmpty()) {
      throw new NotApplicableException("no hardware was named with --hardware");
    }
    return hardware;
  }
}
