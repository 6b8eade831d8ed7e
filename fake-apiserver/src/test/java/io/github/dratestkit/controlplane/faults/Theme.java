package io.github.dratestkit.controlplane.faults;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a history is about: the loops that work in it, what users do, and what must be true in the
 * end. Every loop of the control plane is in one of them.
 */
interface Theme {

  /** The themes by turns; devices, which are what all this is for, come most often. */
  List<Theme> BY_TURNS =
      List.of(
          DeviceTheme.THE, DeviceTheme.THE, DeviceTheme.THE, WorkloadTheme.THE, ClusterTheme.THE);

  static Theme of(long seed) {
    return BY_TURNS.get((int) Math.floorMod(seed, (long) BY_TURNS.size()));
  }

  /** Returns the names of the loops that work, in the order in which the stepper knows them. */
  Set<String> loops();

  /** Returns the gates that differ from their defaults. */
  Map<String, Boolean> gates();

  /** Says whether drivers publish the devices of the nodes. */
  boolean hasDrivers();

  /** Returns what users do. */
  List<Operation> operations();

  /** Creates what is there before the history begins. */
  void furnish(Laboratory laboratory);

  /**
   * Lets time pass in which nothing goes wrong any more, and looks whether all is as it must be.
   */
  void conclude(Laboratory laboratory);
}
