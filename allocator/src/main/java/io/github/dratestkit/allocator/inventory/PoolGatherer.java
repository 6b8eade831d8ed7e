package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pools that a node can reach, in the order in which their devices are tried
 * (structured/internal/experimental/pools_experimental.go, 1.37; semantics §4.2 and §4.3).
 */
public final class PoolGatherer {

  private final SliceIndex slices;
  private final AllocatorRules rules;

  private record Known(Node node, List<Pool> pools) {}

  /** Pools by the name of the node for which they were gathered. */
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  public PoolGatherer(SliceIndex slices, AllocatorRules rules) {
    this.slices = slices;
    this.rules = rules;
  }

  /**
   * Returns the pools that the node can reach: pools with devices that have binding conditions
   * last, otherwise by driver and name.
   *
   * @throws MalformedNodeSelectorException if a slice's or device's node selector is malformed
   */
  public List<Pool> poolsFor(Node node) {
    boolean byNameOnly = !slices.hasShared() && rules.variant() != AllocatorVariant.STABLE;
    String name = node.getMetadata().getName();
    Known before = known.get(name);
    if (before != null && (byNameOnly || before.node() == node)) {
      return before.pools();
    }
    List<Pool> pools = gather(node);
    known.put(name, new Known(node, pools));
    return pools;
  }

  private List<Pool> gather(Node node) {
    List<Pool> plain = new ArrayList<>();
    List<Pool> conditional = new ArrayList<>();
    for (Map.Entry<PoolId, List<CompiledSlice>> group : newestFor(node).entrySet()) {
      Pool pool = poolOf(group.getKey(), group.getValue());
      if (pool != null) {
        (hasBindingConditions(pool) ? conditional : plain).add(pool);
      }
    }
    plain.sort(Comparator.comparing(Pool::id));
    conditional.sort(Comparator.comparing(Pool::id));
    plain.addAll(conditional);
    return plain;
  }

  /** Returns, for each pool, the reachable slices of the highest generation among them. */
  private Map<PoolId, List<CompiledSlice>> newestFor(Node node) {
    Map<PoolId, List<CompiledSlice>> groups = new LinkedHashMap<>();
    if (rules.variant() == AllocatorVariant.STABLE) {
      slices.pools().forEach(pool -> collect(pool, node, groups));
    } else {
      collect(slices.candidatesFor(node.getMetadata().getName()), node, groups);
    }
    return groups;
  }

  private void collect(
      List<CompiledSlice> candidates, Node node, Map<PoolId, List<CompiledSlice>> groups) {
    for (CompiledSlice slice : candidates) {
      if (isUnderstood(slice) && reaches(slice, node)) {
        add(slice, groups);
      }
    }
  }

  private boolean isUnderstood(CompiledSlice slice) {
    if (slice.usesPartitionFields() && !rules.has(AllocatorFeature.PartitionableDevices)) {
      return false;
    }
    return countsForCompleteness(slice);
  }

  private boolean countsForCompleteness(CompiledSlice slice) {
    return rules.has(AllocatorFeature.CompatibilityGroups) || !slice.usesCompatibilityGroups();
  }

  private boolean reaches(CompiledSlice slice, Node node) {
    if (rules.variant() == AllocatorVariant.STABLE && slice.holdsCounters()) {
      return true;
    }
    if (slice.selection().isKnown()) {
      return slice.selection().matches(node);
    }
    if (!slice.selectsNodePerDevice()) {
      return false;
    }
    for (CompiledDevice device : slice.devices()) {
      if (device.selection().matches(node)) {
        return true;
      }
    }
    return false;
  }

  private static void add(CompiledSlice slice, Map<PoolId, List<CompiledSlice>> groups) {
    List<CompiledSlice> group = groups.computeIfAbsent(slice.pool(), id -> new ArrayList<>(1));
    if (!group.isEmpty()) {
      long newest = group.get(0).generation();
      if (slice.generation() < newest) {
        return;
      }
      if (slice.generation() > newest) {
        group.clear();
      }
    }
    group.add(slice);
  }

  /** Returns null for a pool that is about to be replaced by a generation for other nodes. */
  private @Nullable Pool poolOf(PoolId id, List<CompiledSlice> group) {
    long generation = group.get(0).generation();
    long wanted = group.get(0).sliceCount();
    if (group.size() == wanted) {
      return PoolBuilder.build(id, group, group, rules);
    }
    List<CompiledSlice> all = new ArrayList<>();
    for (CompiledSlice slice : slices.ofPool(id)) {
      if (slice.generation() > generation) {
        return null;
      }
      if (slice.generation() == generation && countsForCompleteness(slice)) {
        all.add(slice);
      }
    }
    if (all.size() != wanted) {
      return new Pool.Incomplete(id, generation, all.size(), wanted);
    }
    return PoolBuilder.build(id, group, all, rules);
  }

  private static boolean hasBindingConditions(Pool pool) {
    if (!(pool instanceof Pool.Usable usable)) {
      return false;
    }
    for (CompiledSlice slice : usable.slices()) {
      for (CompiledDevice device : slice.devices()) {
        if (device.hasBindingConditions()) {
          return true;
        }
      }
    }
    return false;
  }
}
