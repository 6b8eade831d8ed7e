package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The devices that may be allocated on one node: those of whole pools without contradictions. */
final class Inventory {

  private record PoolKey(String driver, String pool) {}

  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;
  private final Map<PoolKey, List<ResourceSlice>> generations = new HashMap<>();
  private final Map<Published.Key, Published> allocatable = new LinkedHashMap<>();

  Inventory(
      Collection<ResourceSlice> slices,
      NodeReach reach,
      Set<AllocatorFeature> features,
      AllocatorVariant variant) {
    this.features = features;
    this.variant = variant;
    Map<PoolKey, List<ResourceSlice>> pools = new LinkedHashMap<>();
    for (ResourceSlice slice : slices) {
      if (slice.getSpec() != null && slice.getSpec().getPool() != null) {
        pools.computeIfAbsent(keyOf(slice), key -> new ArrayList<>()).add(slice);
      }
    }
    pools.forEach((key, all) -> add(key, all, reach));
  }

  private static PoolKey keyOf(ResourceSlice slice) {
    return new PoolKey(
        Strings.nullToEmpty(slice.getSpec().getDriver()),
        Strings.nullToEmpty(slice.getSpec().getPool().getName()));
  }

  private void add(PoolKey key, List<ResourceSlice> all, NodeReach reach) {
    List<ResourceSlice> reached =
        all.stream().filter(one -> reaches(reach, one)).filter(this::isUnderstood).toList();
    if (reached.isEmpty()) {
      return;
    }
    long newest = reached.stream().mapToLong(Inventory::generation).max().orElse(0);
    List<ResourceSlice> current =
        reached.stream().filter(slice -> generation(slice) == newest).toList();
    List<ResourceSlice> everywhere =
        all.stream().filter(slice -> generation(slice) == newest && isComplete(slice)).toList();
    boolean obsolete = all.stream().anyMatch(slice -> generation(slice) > newest);
    if (isWhole(current) || (isWhole(everywhere) && !obsolete)) {
      generations.put(key, isWhole(current) ? current : everywhere);
      publish(current);
    }
  }

  /** The stable implementation keeps the counters of every node. */
  private boolean reaches(NodeReach reach, ResourceSlice slice) {
    boolean kept =
        variant == AllocatorVariant.STABLE && !slice.getSpec().getSharedCounters().isEmpty();
    return kept || reach.reaches(slice);
  }

  /** A slice with fields of a feature that is off is passed over. */
  private boolean isUnderstood(ResourceSlice slice) {
    boolean partitions =
        slice.getSpec().getPerDeviceNodeSelection() != null
            || !slice.getSpec().getSharedCounters().isEmpty();
    return isComplete(slice)
        && (!partitions || features.contains(AllocatorFeature.PartitionableDevices));
  }

  /** A slice with compatibility groups while they are off does not even count. */
  private boolean isComplete(ResourceSlice slice) {
    return features.contains(AllocatorFeature.CompatibilityGroups)
        || slice.getSpec().getDevices().stream()
            .flatMap(device -> device.getConsumesCounters().stream())
            .allMatch(use -> use.getCompatibilityGroups().isEmpty());
  }

  private static long generation(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }

  private static boolean isWhole(List<ResourceSlice> slices) {
    return slices.stream()
        .map(slice -> slice.getSpec().getPool().getResourceSliceCount())
        .anyMatch(count -> count != null && count == slices.size());
  }

  private void publish(List<ResourceSlice> slices) {
    Set<Published.Key> twice = new HashSet<>();
    for (ResourceSlice slice : slices) {
      for (Device device : slice.getSpec().getDevices()) {
        Published published = new Published(slice, device);
        if (allocatable.put(published.key(), published) != null) {
          twice.add(published.key());
        }
      }
    }
    twice.forEach(allocatable::remove);
  }

  @Nullable Published find(Published.Key key) {
    return allocatable.get(key);
  }

  Collection<Published> devices() {
    return allocatable.values();
  }

  /** Returns every device of the device's pool, wherever it can be reached. */
  List<Published> poolOf(Published published) {
    List<Published> devices = new ArrayList<>();
    for (ResourceSlice slice : slicesOf(published)) {
      slice.getSpec().getDevices().forEach(device -> devices.add(new Published(slice, device)));
    }
    return devices;
  }

  /** Returns the counter sets of the device's pool by name. */
  Map<String, CounterSet> counterSetsOf(Published published) {
    Map<String, CounterSet> sets = new HashMap<>();
    for (ResourceSlice slice : slicesOf(published)) {
      slice
          .getSpec()
          .getSharedCounters()
          .forEach(set -> sets.put(Strings.nullToEmpty(set.getName()), set));
    }
    return sets;
  }

  private List<ResourceSlice> slicesOf(Published published) {
    return generations.getOrDefault(new PoolKey(published.driver(), published.pool()), List.of());
  }
}
