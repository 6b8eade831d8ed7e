package io.github.dratestkit.allocator.inventory;

import com.google.common.base.Suppliers;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All slices of a cluster, by node and by pool. Immutable: a change makes a new index that shares
 * everything else with the old one. Within each list the slices keep the order they were given in,
 * because upstream lets the first one decide how many slices a pool has.
 */
public final class SliceIndex {

  /** Slices that name no node are kept under the empty name. */
  private static final String SHARED = "";

  private static final NodeSlices NONE = new NodeSlices(List.of());

  /** Sorting pays once a second node is asked for; until then the list is looked through. */
  private static final int LOOKS_BEFORE_SORTING = 2;

  private final @Nullable ListedSlices listed;
  private final AtomicInteger looks = new AtomicInteger();
  private final Supplier<PersistentMap<String, NodeSlices>> byNode;

  /** Most attempts never look beyond their node, so the other order is made when it is needed. */
  private final Supplier<PersistentMap<PoolId, List<CompiledSlice>>> byPool;

  private final Supplier<Set<PoolId>> poolsWithCounters =
      Suppliers.memoize(this::findPoolsWithCounters);

  private SliceIndex(ListedSlices listed) {
    this.listed = listed;
    this.byNode = Suppliers.memoize(() -> sortByNode(listed.all()));
    this.byPool = Suppliers.memoize(() -> sort(listed.all(), CompiledSlice::pool));
  }

  private SliceIndex(
      PersistentMap<String, NodeSlices> byNode, PersistentMap<PoolId, List<CompiledSlice>> byPool) {
    this.listed = null;
    this.byNode = () -> byNode;
    this.byPool = () -> byPool;
  }

  /** Takes slices in the order they were listed. */
  public static SliceIndex of(Collection<ResourceSlice> slices) {
    return new SliceIndex(new ListedSlices(slices));
  }

  /** Takes slices in the order they were listed; those that {@code before} has stay compiled. */
  public static SliceIndex of(Collection<ResourceSlice> slices, SliceIndex before) {
    List<CompiledSlice> all = new ArrayList<>(slices.size());
    slices.forEach(slice -> all.add(before.compiled(slice)));
    return new SliceIndex(sortByNode(all), sort(all, CompiledSlice::pool));
  }

  private static PersistentMap<String, NodeSlices> sortByNode(List<CompiledSlice> all) {
    Map<String, NodeSlices> byNode = new HashMap<>();
    lists(all, CompiledSlice::nodeName)
        .forEach((name, slices) -> byNode.put(name, new NodeSlices(slices)));
    return PersistentMap.of(byNode);
  }

  private static <K> PersistentMap<K, List<CompiledSlice>> sort(
      List<CompiledSlice> all, Function<CompiledSlice, K> key) {
    return PersistentMap.of(lists(all, key));
  }

  private static <K> Map<K, List<CompiledSlice>> lists(
      List<CompiledSlice> all, Function<CompiledSlice, K> key) {
    Map<K, List<CompiledSlice>> lists = new HashMap<>();
    for (CompiledSlice slice : all) {
      lists.computeIfAbsent(key.apply(slice), unused -> new ArrayList<>(1)).add(slice);
    }
    return lists;
  }

  private CompiledSlice compiled(ResourceSlice slice) {
    CompiledSlice fresh = new CompiledSlice(slice);
    for (CompiledSlice known : ofPool(fresh.pool())) {
      if (known.isOf(slice)) {
        return known;
      }
    }
    return fresh;
  }

  /** Returns the slices that name this node. */
  NodeSlices naming(String nodeName) {
    if (nodeName.isEmpty()) {
      return NONE;
    }
    if (listed != null && looks.getAndIncrement() < LOOKS_BEFORE_SORTING) {
      return new NodeSlices(listed.naming(nodeName));
    }
    NodeSlices known = byNode.get().get(nodeName);
    return known == null ? NONE : known;
  }

  /** Returns the slices that name no node, so that labels of nodes may matter. */
  List<CompiledSlice> namingNone() {
    if (listed != null && looks.get() <= LOOKS_BEFORE_SORTING) {
      return listed.naming(SHARED);
    }
    NodeSlices shared = byNode.get().get(SHARED);
    return shared == null ? List.of() : shared.slices();
  }

  /** Returns every slice of the pool, of all nodes and generations. */
  public List<CompiledSlice> ofPool(PoolId pool) {
    List<CompiledSlice> slices = byPool.get().get(pool);
    return slices == null ? List.of() : slices;
  }

  /** Returns every slice, pool by pool in the order of their names. */
  public List<CompiledSlice> all() {
    return byPool.get().values().stream()
        .sorted(Comparator.comparing((List<CompiledSlice> pool) -> pool.get(0).pool()))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the pools that have counters, in no particular order. */
  Set<PoolId> poolsWithCounters() {
    return poolsWithCounters.get();
  }

  private Set<PoolId> findPoolsWithCounters() {
    Set<PoolId> found = new HashSet<>();
    for (List<CompiledSlice> pool : byPool.get().values()) {
      for (CompiledSlice slice : pool) {
        if (slice.holdsCounters()) {
          found.add(slice.pool());
        }
      }
    }
    return found;
  }

  /**
   * Returns an index in which {@code slice} replaces the slice of that name, or is added. The new
   * one stays in the old one's place where pool and node are the same.
   */
  public SliceIndex with(ResourceSlice slice, @Nullable ResourceSlice replaced) {
    CompiledSlice added = new CompiledSlice(slice);
    CompiledSlice old = replaced == null ? null : find(replaced);
    if (old == null) {
      return changed(added, NodeSlices::with);
    }
    if (old.isOf(slice)) {
      return this;
    }
    boolean stays = old.pool().equals(added.pool()) && old.nodeName().equals(added.nodeName());
    return stays
        ? changed(added, (slices, one) -> slices.replacing(old, one))
        : without(replaced == null ? slice : replaced).with(slice, null);
  }

  /** Returns an index without {@code slice}. */
  public SliceIndex without(ResourceSlice slice) {
    CompiledSlice old = find(slice);
    return old == null ? this : changed(old, NodeSlices::without);
  }

  /** How the list of a node and the list of a pool change. */
  private interface Change {
    NodeSlices of(NodeSlices slices, CompiledSlice one);
  }

  /** Nodes that see the pool through other slices of it must look again whether it is whole. */
  private SliceIndex changed(CompiledSlice slice, Change change) {
    PersistentMap<PoolId, List<CompiledSlice>> pools = byPool.get();
    PersistentMap<String, NodeSlices> nodes = byNode.get();
    List<CompiledSlice> before = ofPool(slice.pool());
    for (CompiledSlice other : before) {
      NodeSlices known = nodes.get(other.nodeName());
      if (known != null) {
        nodes = nodes.with(other.nodeName(), known.forgetting());
      }
    }
    List<CompiledSlice> after = change.of(new NodeSlices(before), slice).slices();
    pools = after.isEmpty() ? pools.without(slice.pool()) : pools.with(slice.pool(), after);
    NodeSlices known = nodes.get(slice.nodeName());
    NodeSlices now = change.of(known == null ? NONE : known, slice);
    nodes =
        now.slices().isEmpty()
            ? nodes.without(slice.nodeName())
            : nodes.with(slice.nodeName(), now);
    return new SliceIndex(nodes, pools);
  }

  private @Nullable CompiledSlice find(ResourceSlice slice) {
    CompiledSlice probe = new CompiledSlice(slice);
    for (CompiledSlice candidate : ofPool(probe.pool())) {
      if (candidate.name().equals(probe.name())) {
        return candidate;
      }
    }
    return null;
  }
}
