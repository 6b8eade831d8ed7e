package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePoolBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns the slices of a pool into objects, and tells whether an object already says the same. */
final class SliceWriter {

  private final String driver;
  private final Optional<Owner> owner;

  SliceWriter(String driver, Optional<Owner> owner) {
    this.driver = driver;
    this.owner = owner;
  }

  /** Returns a new slice; its name is still to be generated. */
  ResourceSlice create(Pool pool, int index, long generation) {
    ResourceSlice slice =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withGenerateName(generateName(pool, index))
            .withOwnerReferences(owner.map(Owner::reference).stream().toList())
            .endMetadata()
            .withNewSpec()
            .withDriver(driver)
            .endSpec()
            .build();
    fill(slice.getSpec(), pool, index, generation);
    return slice;
  }

  /** Returns {@code current} as it is to become; the server's times of taints are kept. */
  ResourceSlice update(ResourceSlice current, Pool pool, int index, long generation) {
    ResourceSlice slice = new ResourceSliceBuilder(current).build();
    fill(slice.getSpec(), pool, index, generation);
    slice
        .getSpec()
        .setDevices(keepTimes(current.getSpec().getDevices(), pool.slices().get(index).devices()));
    return slice;
  }

  /** Says whether {@code current} differs from what it is to be in this generation. */
  boolean differs(ResourceSlice current, Pool pool, int index, long generation) {
    ResourceSliceSpec wanted = create(pool, index, generation).getSpec();
    ResourceSliceSpec actual = current.getSpec();
    return !wanted.getPool().equals(actual.getPool())
        || !Objects.equals(wanted.getNodeSelector(), actual.getNodeSelector())
        || isTrue(wanted.getAllNodes()) != isTrue(actual.getAllNodes())
        || !sameContent(wanted, actual);
  }

  /** Says whether two slices hold the same; the order of devices counts. */
  static boolean sameContent(ResourceSliceSpec wanted, ResourceSliceSpec actual) {
    return isTrue(wanted.getPerDeviceNodeSelection()) == isTrue(actual.getPerDeviceNodeSelection())
        && Objects.equals(wanted.getPartitionTypeAttribute(), actual.getPartitionTypeAttribute())
        && wanted.getSkipNodeOperations().equals(actual.getSkipNodeOperations())
        && wanted.getSharedCounters().equals(actual.getSharedCounters())
        && sameDevices(wanted.getDevices(), actual.getDevices());
  }

  private void fill(ResourceSliceSpec spec, Pool pool, int index, long generation) {
    SliceContent content = pool.slices().get(index);
    spec.setPool(poolOf(pool, generation));
    if (owner.filter(Owner::isNode).isPresent()) {
      spec.setNodeName(owner.get().name());
    }
    place(spec, pool.placement());
    spec.setSharedCounters(new ArrayList<CounterSet>(content.sharedCounters()));
    spec.setDevices(new ArrayList<>(content.devices()));
    spec.setPartitionTypeAttribute(content.partitionTypeAttribute());
    spec.setSkipNodeOperations(new ArrayList<>(content.skipNodeOperations()));
  }

  private static void place(ResourceSliceSpec spec, Placement placement) {
    spec.setNodeSelector(null);
    spec.setAllNodes(null);
    spec.setPerDeviceNodeSelection(null);
    if (placement instanceof Placement.Selected selected) {
      spec.setNodeSelector(selected.selector());
    } else if (placement instanceof Placement.EveryNode) {
      spec.setAllNodes(true);
    } else if (placement instanceof Placement.PerDevice) {
      spec.setPerDeviceNodeSelection(true);
    }
  }

  private static ResourcePool poolOf(Pool pool, long generation) {
    return new ResourcePoolBuilder()
        .withName(pool.name())
        .withGeneration(generation)
        .withResourceSliceCount((long) pool.slices().size())
        .build();
  }

  private String generateName(Pool pool, int index) {
    String prefix = new SliceIndex(pool.slices().size()).prefix(index) + "-" + driver + "-";
    return owner.map(known -> prefix + known.name() + "-").orElse(prefix);
  }

  private static List<Device> keepTimes(List<Device> from, List<Device> to) {
    List<Device> kept = new ArrayList<>();
    for (Device device : to) {
      Optional<Device> before =
          from.stream().filter(other -> other.getName().equals(device.getName())).findFirst();
      kept.add(before.map(known -> keepTimes(known, device)).orElse(device));
    }
    return kept;
  }

  private static Device keepTimes(Device from, Device to) {
    if (to.getTaints().isEmpty()) {
      return to;
    }
    Device kept = new DeviceBuilder(to).build();
    for (DeviceTaint taint : kept.getTaints()) {
      if (taint.getTimeAdded() == null) {
        from.getTaints().stream()
            .filter(other -> sameTaint(taint, other))
            .findFirst()
            .ifPresent(other -> taint.setTimeAdded(other.getTimeAdded()));
      }
    }
    return kept;
  }

  private static boolean sameTaint(DeviceTaint left, DeviceTaint right) {
    return Objects.equals(left.getKey(), right.getKey())
        && Objects.equals(left.getValue(), right.getValue())
        && Objects.equals(left.getEffect(), right.getEffect());
  }

  private static boolean sameDevices(List<Device> wanted, List<Device> actual) {
    if (wanted.size() != actual.size()) {
      return false;
    }
    for (int index = 0; index < wanted.size(); index++) {
      if (!sameDevice(wanted.get(index), actual.get(index))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameDevice(Device wanted, Device actual) {
    List<DeviceTaint> left = wanted.getTaints();
    List<DeviceTaint> right = actual.getTaints();
    if (left.isEmpty() && right.isEmpty()) {
      return wanted.equals(actual);
    }
    if (left.size() != right.size()) {
      return false;
    }
    for (int index = 0; index < left.size(); index++) {
      if (!sameTaint(left.get(index), right.get(index))
          || !sameTime(left.get(index).getTimeAdded(), right.get(index).getTimeAdded())) {
        return false;
      }
    }
    return withoutTaints(wanted).equals(withoutTaints(actual));
  }

  private static Device withoutTaints(Device device) {
    return new DeviceBuilder(device).withTaints().build();
  }

  /** A time that one side leaves to the other is no difference, nor is a second of rounding. */
  private static boolean sameTime(@Nullable String left, @Nullable String right) {
    if (left == null || right == null) {
      return true;
    }
    Duration apart = Duration.between(Instant.parse(left), Instant.parse(right)).abs();
    return apart.compareTo(Duration.ofSeconds(1)) <= 0;
  }

  private static boolean isTrue(@Nullable Boolean value) {
    return Boolean.TRUE.equals(value);
  }
}
