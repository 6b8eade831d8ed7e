package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource slice, compiled once. Its devices are compiled when they are first looked at, so that
 * a slice of another node costs next to nothing.
 */
public final class CompiledSlice {

  private final ResourceSlice source;
  private final ResourceSliceSpec spec;
  private final PoolId pool;
  private final long generation;
  private final long sliceCount;
  private final NodeSelection selection;
  private volatile @Nullable List<CompiledDevice> devices;
  private volatile @Nullable List<CounterSetModel> counterSets;

  CompiledSlice(ResourceSlice source) {
    this.source = source;
    this.spec = source.getSpec();
    ResourcePool published = spec.getPool();
    this.pool = new PoolId(textOf(spec.getDriver()), textOf(published.getName()));
    this.generation = numberOf(published.getGeneration());
    this.sliceCount = numberOf(published.getResourceSliceCount());
    this.selection =
        new NodeSelection(spec.getNodeName(), spec.getAllNodes(), spec.getNodeSelector());
  }

  private static String textOf(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static long numberOf(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  public String name() {
    return textOf(source.getMetadata().getName());
  }

  public PoolId pool() {
    return pool;
  }

  public long generation() {
    return generation;
  }

  /** Returns how many slices the pool has, according to this slice. */
  public long sliceCount() {
    return sliceCount;
  }

  public NodeSelection selection() {
    return selection;
  }

  /** Says whether each device says for itself where it can be reached. */
  public boolean selectsNodePerDevice() {
    return Boolean.TRUE.equals(spec.getPerDeviceNodeSelection());
  }

  boolean usesPartitionFields() {
    return spec.getPerDeviceNodeSelection() != null || holdsCounters();
  }

  boolean holdsCounters() {
    return !spec.getSharedCounters().isEmpty();
  }

  public List<String> skipNodeOperations() {
    return spec.getSkipNodeOperations();
  }

  boolean usesCompatibilityGroups() {
    for (Device device : spec.getDevices()) {
      for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
        if (!consumption.getCompatibilityGroups().isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the devices in the order of the slice. */
  public List<CompiledDevice> devices() {
    List<CompiledDevice> known = devices;
    if (known == null) {
      known = spec.getDevices().stream().map(device -> new CompiledDevice(this, device)).toList();
      devices = known;
    }
    return known;
  }

  /** Returns the counter sets in the order of the slice. */
  public List<CounterSetModel> counterSets() {
    List<CounterSetModel> known = counterSets;
    if (known == null) {
      List<CounterSet> sets = spec.getSharedCounters();
      known = sets.stream().map(CounterSetModel::of).toList();
      counterSets = known;
    }
    return known;
  }

  /** Says whether {@code other} is the same version of the same object as this was made from. */
  boolean isOf(ResourceSlice other) {
    if (source == other) {
      return true;
    }
    ObjectMeta mine = source.getMetadata();
    ObjectMeta theirs = other.getMetadata();
    return mine.getUid() != null
        && mine.getResourceVersion() != null
        && mine.getUid().equals(theirs.getUid())
        && mine.getResourceVersion().equals(theirs.getResourceVersion())
        && source.getSpec().equals(other.getSpec());
  }

  @Override
  public String toString() {
    return "slice " + name();
  }
}
