package io.github.dratestkit.features.target;

import io.github.dratestkit.drivers.hardware.Hardware;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The hardware that the run under way certifies, as its user named it. */
public final class HardwareUnderTest {

  private static final List<Hardware> CURRENT = new CopyOnWriteArrayList<>();

  private HardwareUnderTest() {}

  /** Sets the hardware of the scenarios that are played from now on. */
  public static void use(List<Hardware> hardware) {
    CURRENT.clear();
    CURRENT.addAll(hardware);
  }

  /**
   * Returns the hardware.
   *
   * @throws NotApplicableException if none was named
   */
  public static List<Hardware> current() {
    if (CURRENT.isEmpty()) {
      throw new NotApplicableException("no hardware was named with --hardware");
    }
    return List.copyOf(CURRENT);
  }
}
