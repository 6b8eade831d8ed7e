package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaves something out of a list without moving the rest: what takes its place refuses nothing. A
 * second change can then still name its own place in the list as the user wrote it.
 */
final class Neutral {

  private static final DeviceSelector ANY_DEVICE =
      new DeviceSelectorBuilder().withNewCel("true").build();

  /** No request has this name, so a constraint over it compares nothing. */
  private static final String NO_REQUEST = "-";

  private Neutral() {}

  static List<DeviceSelector> at(int index, List<DeviceSelector> selectors) {
    List<DeviceSelector> changed = new ArrayList<>(selectors);
    changed.set(index, ANY_DEVICE);
    return changed;
  }

  static List<DeviceConstraint> constraintAt(int index, List<DeviceConstraint> constraints) {
    List<DeviceConstraint> changed = new ArrayList<>(constraints);
    changed.set(
        index,
        new DeviceConstraintBuilder(constraints.get(index)).withRequests(NO_REQUEST).build());
    return changed;
  }
}
