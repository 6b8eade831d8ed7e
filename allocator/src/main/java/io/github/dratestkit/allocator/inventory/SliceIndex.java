package io.github.dratestkit.allocator.inventory;

import com.google.common.base.Suppliers;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final Map<String, List<CompiledSlice>> byNode;

  /** Most attempts never look beyond their node, so the other order is made when it is needed. */
  private final Supplier<Map<PoolId, List<CompiledSlice>>> byPool;

  private SliceIndex(
      Map<String, List<CompiledSlice>> byNode, Supplier<Map<PoolId, List<CompiledSlice>>> byPool) {
    this.byNode = byNode;
    this.byPool = byPool;
  }

  /** Compiles slices in the order they were listed. */
  public static SliceIndex of(Collection<ResourceSlice> slices) {
    List<CompiledSlice> all = new ArrayList<>(slices.size());
    slices.forEach(slice -> all.add(new CompiledSlice(slice)));
    return ofCompiled(all);
  }

  /** Compiles slices in the order they were listed, except those that {@code before} has. */
  public static SliceIndex of(Collection<ResourceSlice> slices, SliceIndex before) {
    List<CompiledSlice> all = new ArrayList<>(slices.size());
    slices.forEach(slice -> all.add(before.compiled(slice)));
    return ofCompiled(all);
  }

  private static SliceIndex ofCompiled(List<CompiledSlice> all) {
    Map<String, List<CompiledSlice>> byNode = new HashMap<>(all.size() * 4 / 3 + 1);
    for (CompiledSlice slice : all) {
      byNode.merge(slice.nodeName(), List.of(slice), SliceIndex::append);
    }
    return new SliceIndex(
        byNode,
        Suppliers.memoize(
            () -> {
              Map<PoolId, List<CompiledSlice>> byPool = new HashMap<>();
              for (CompiledSlice slice : all) {
                byPool.merge(slice.pool(), List.of(slice), SliceIndex::append);
              }
              return byPool;
            }));
  }

  /** Most lists stay at one element; a longer one is copied once and then grows in place. */
  private static List<CompiledSlice> append(List<CompiledSlice> known, List<CompiledSlice> added) {
    List<CompiledSlice> longer =
        known instanceof ArrayList<CompiledSlice> growing ? growing : new ArrayList<>(known);
    longer.addAll(added);
    return longer;
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

  /** Says whether some slice names no node, so that labels of nodes may matter. */
  boolean hasShared() {
    return byNode.containsKey(SHARED);
  }

  /** Returns the slices that name this node, then those that name none. */
  List<CompiledSlice> candidatesFor(String nodeName) {
    List<CompiledSlice> local = nodeName.isEmpty() ? List.of() : list(byNode, nodeName);
    List<CompiledSlice> shared = list(byNode, SHARED);
    if (shared.isEmpty()) {
      return local;
    }
    if (local.isEmpty()) {
      return shared;
    }
    List<CompiledSlice> both = new ArrayList<>(local.size() + shared.size());
    both.addAll(local);
    both.addAll(shared);
    return both;
  }

  /** Returns every slice of the pool, of all nodes and generations. */
  public List<CompiledSlice> ofPool(PoolId pool) {
    return list(byPool.get(), pool);
  }

  /** Returns every slice, pool by pool in the order of their names. */
  public List<CompiledSlice> all() {
    return byPool.get().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(pool -> pool.getValue().stream())
        .toList();
  }

  /** Returns the pools that have a slice, in no particular order. */
  Collection<List<CompiledSlice>> pools() {
    return byPool.get().values();
  }

  /**
   * Returns an index in which {@code slice} replaces the slice of that name, or is added. The new
   * one stays in the old one's place where pool and node are the same.
   */
  public SliceIndex with(ResourceSlice slice, @Nullable ResourceSlice replaced) {
    CompiledSlice compiled = new CompiledSlice(slice);
    @Nullable CompiledSlice old = replaced == null ? null : find(replaced);
    if (old != null && old.isOf(slice)) {
      return this;
    }
    Map<String, List<CompiledSlice>> nodes = new HashMap<>(byNode);
    Map<PoolId, List<CompiledSlice>> pools = new HashMap<>(byPool.get());
    exchange(nodes, old == null ? null : old.nodeName(), old, compiled.nodeName(), compiled);
    exchange(pools, old == null ? null : old.pool(), old, compiled.pool(), compiled);
    return new SliceIndex(nodes, () -> pools);
  }

  /** Returns an index without {@code slice}. */
  public SliceIndex without(ResourceSlice slice) {
    CompiledSlice old = find(slice);
    if (old == null) {
      return this;
    }
    Map<String, List<CompiledSlice>> nodes = new HashMap<>(byNode);
    Map<PoolId, List<CompiledSlice>> pools = new HashMap<>(byPool.get());
    remove(nodes, old.nodeName(), old);
    remove(pools, old.pool(), old);
    return new SliceIndex(nodes, () -> pools);
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

  private static <K> void exchange(
      Map<K, List<CompiledSlice>> map,
      @Nullable K oldKey,
      @Nullable CompiledSlice old,
      K newKey,
      CompiledSlice added) {
    if (old != null && oldKey != null && oldKey.equals(newKey)) {
      List<CompiledSlice> list = new ArrayList<>(list(map, newKey));
      list.set(list.indexOf(old), added);
      map.put(newKey, list);
      return;
    }
    if (old != null && oldKey != null) {
      remove(map, oldKey, old);
    }
    List<CompiledSlice> list = new ArrayList<>(list(map, newKey));
    list.add(added);
    map.put(newKey, list);
  }

  private static <K> void remove(Map<K, List<CompiledSlice>> map, K key, CompiledSlice old) {
    List<CompiledSlice> list = new ArrayList<>(list(map, key));
    list.remove(old);
    if (list.isEmpty()) {
      map.remove(key);
    } else {
      map.put(key, list);
    }
  }

  private static <K> List<CompiledSlice> list(Map<K, List<CompiledSlice>> map, K key) {
    List<CompiledSlice> list = map.get(key);
    return list == null ? List.of() : list;
  }
}
