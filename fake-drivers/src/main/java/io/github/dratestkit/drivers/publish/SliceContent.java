package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one slice of a pool holds: counter sets or devices. Since Kubernetes 1.35 a slice holds one
 * or the other (KEP-4815); the server says so if it gets both.
 *
 * @param partitionTypeAttribute the attribute that names the type of a partition, or null; feature
 *     gate DRAPartitionableDevicesType
 * @param skipNodeOperations the calls that the driver does not need; feature gate
 *     DRAOptionalNodeOperations
 */
public record SliceContent(
    List<CounterSet> sharedCounters,
    List<Device> devices,
    @Nullable String partitionTypeAttribute,
    List<String> skipNodeOperations) {

  public SliceContent {
    sharedCounters = List.copyOf(sharedCounters);
    devices = List.copyOf(devices);
    skipNodeOperations = List.copyOf(skipNodeOperations);
  }

  /** Returns a slice of devices. */
  public static SliceContent ofDevices(List<Device> devices) {
    return new SliceContent(List.of(), devices, null, List.of());
  }

  /** Returns a slice of counter sets. */
  public static SliceContent ofCounters(List<CounterSet> counters) {
    return new SliceContent(counters, List.of(), null, List.of());
  }

  /** Returns the same slice with other devices. */
  public SliceContent withDevices(List<Device> other) {
    return new SliceContent(sharedCounters, other, partitionTypeAttribute, skipNodeOperations);
  }
}
