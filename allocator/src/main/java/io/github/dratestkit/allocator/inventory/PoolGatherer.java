package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pools that a node can reach, in the order in which their devices are tried
 * (structured/internal/experimental/pools_experimental.go, 1.37; semantics §4.2 and §4.3).
 */
public final class PoolGatherer {

  private final SliceIndex slices;
  private final AllocatorRules rules;

  private record Seen(Node node, NodeInventory inventory) {}

  /** What nodes reach whose labels matter, by name. */
  private final Map<String, Seen> ofNode = new ConcurrentHashMap<>();

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
  public NodeInventory inventoryOf(Node node) {
    NodeSlices local = slices.naming(node.getMetadata().getName());
    List<CompiledSlice> shared = slices.namingNone();
    return isNamedOnly(shared) ? ofName(node, local) : ofLabels(node, local, shared);
  }

  /**
   * Says whether a node reaches only slices that name it. The stable implementation looks at the
   * counters of all nodes as well.
   */
  private boolean isNamedOnly(List<CompiledSlice> shared) {
    return shared.isEmpty() && rules.variant() != AllocatorVariant.STABLE;
  }

  /** Only the slices that name the node matter, so they remember what follows from them. */
  private NodeInventory ofName(Node node, NodeSlices local) {
    NodeInventory known = local.inventory(rules);
    if (known != null) {
      return known;
    }
    NodeInventory inventory = new NodeInventory(gather(node, local.slices(), List.of()));
    local.remember(rules, inventory);
    return inventory;
  }

  private NodeInventory ofLabels(Node node, NodeSlices local, List<CompiledSlice> shared) {
    Seen seen = ofNode.get(node.getMetadata().getName());
    if (seen != null && seen.node() == node) {
      return seen.inventory();
    }
    NodeInventory inventory = new NodeInventory(gather(node, local.slices(), shared));
    ofNode.put(node.getMetadata().getName(), new Seen(node, inventory));
    return inventory;
  }

  /** Returns the pools of the {@link #inventoryOf inventory}. */
  public List<Pool> poolsFor(Node node) {
    return inventoryOf(node).pools();
  }

  private List<Pool> gather(Node node, List<CompiledSlice> local, List<CompiledSlice> shared) {
    List<Pool> pools = new ArrayList<>();
    for (Map.Entry<PoolId, List<CompiledSlice>> group : newestFor(node, local, shared).entrySet()) {
      Pool pool = poolOf(group.getKey(), group.getValue());
      if (pool != null) {
        pools.add(pool);
      }
    }
    return inOrder(pools);
  }

  /** Sorts pools into the order in which their devices are tried. */
  public static List<Pool> inOrder(List<Pool> pools) {
    List<Pool> sorted = new ArrayList<>(pools);
    sorted.sort(Comparator.comparing(PoolGatherer::hasBindingConditions).thenComparing(Pool::id));
    return sorted;
  }

  /** Returns, for each pool, the reachable slices of the highest generation among them. */
  private Map<PoolId, List<CompiledSlice>> newestFor(
      Node node, List<CompiledSlice> local, List<CompiledSlice> shared) {
    Map<PoolId, List<CompiledSlice>> groups = new LinkedHashMap<>();
    if (rules.variant() == AllocatorVariant.STABLE) {
      poolsOf(local, shared).forEach(pool -> collect(slices.ofPool(pool), node, groups));
    } else {
      collect(local, node, groups);
      collect(shared, node, groups);
    }
    return groups;
  }

  /** The stable implementation keeps counters of every node, and slices as they were listed. */
  private Set<PoolId> poolsOf(List<CompiledSlice> local, List<CompiledSlice> shared) {
    Set<PoolId> pools = new LinkedHashSet<>(slices.poolsWithCounters());
    local.forEach(slice -> pools.add(slice.pool()));
    shared.forEach(slice -> pools.add(slice.pool()));
    return pools;
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
    if (group.size() == wanted && rules.followsUpstream()) {
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
    if (!rules.followsUpstream() && all.stream().anyMatch(one -> one.sliceCount() != wanted)) {
      return new Pool.Invalid(id, "its slices do not agree on how many there are");
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
