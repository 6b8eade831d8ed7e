package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource slice. Each part of it is compiled when it is first looked at and then kept, so that a
 * slice of another node costs next to nothing.
 */
public final class CompiledSlice {

  private final Remembered<byte[]> answers = new Remembered<>();

  private final ResourceSlice source;
  private final ResourceSliceSpec spec;
  private volatile @Nullable PoolId pool;
  private volatile @Nullable NodeSelection selection;
  private volatile @Nullable List<CompiledDevice> devices;
  private volatile @Nullable List<CounterSetModel> counterSets;

  CompiledSlice(ResourceSlice source) {
    this.source = source;
    this.spec = source.getSpec() == null ? new ResourceSliceSpec() : source.getSpec();
  }

  private static String textOf(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static long numberOf(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  /** Returns the slice as it was published. */
  public ResourceSlice source() {
    return source;
  }

  private ResourcePool poolOfSpec() {
    return spec.getPool() == null ? new ResourcePool() : spec.getPool();
  }

  public String name() {
    return source.getMetadata() == null ? "" : textOf(source.getMetadata().getName());
  }

  public PoolId pool() {
    PoolId known = pool;
    if (known == null) {
      known = new PoolId(textOf(spec.getDriver()), textOf(poolOfSpec().getName()));
      pool = known;
    }
    return known;
  }

  public long generation() {
    return numberOf(poolOfSpec().getGeneration());
  }

  /** Returns how many slices the pool has, according to this slice. */
  public long sliceCount() {
    return numberOf(poolOfSpec().getResourceSliceCount());
  }

  public NodeSelection selection() {
    NodeSelection known = selection;
    if (known == null) {
      known = new NodeSelection(spec.getNodeName(), spec.getAllNodes(), spec.getNodeSelector());
      selection = known;
    }
    return known;
  }

  /** Returns the node that alone can reach the slice, or an empty name. */
  String nodeName() {
    return textOf(spec.getNodeName());
  }

  /** Returns the same for a slice that is not compiled. */
  static String nodeNameOf(ResourceSlice slice) {
    return slice.getSpec() == null ? "" : textOf(slice.getSpec().getNodeName());
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
      List<CompiledDevice> compiled = new ArrayList<>(spec.getDevices().size());
      for (Device device : spec.getDevices()) {
        compiled.add(new CompiledDevice(this, compiled.size(), device));
      }
      known = compiled;
      devices = known;
    }
    return known;
  }

  /**
   * Returns what is known about the devices in order and one question, such as whether the
   * selectors of a class match: 0 where the answer is not known. Whoever finds an answer writes it
   * down; a device never changes, so it stays.
   */
  public byte[] answers(Object question) {
    return answers.get(question, () -> new byte[devices().size()]);
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
