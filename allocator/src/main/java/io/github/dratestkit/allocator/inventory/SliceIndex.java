package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All slices of a cluster, by node and by pool. Immutable: a change makes a new index that shares
 * everything else with the old one. Within each list the slices keep the order they were given in,
 * because upstream lets the first one decide how many slices a pool has.
 */
public final class SliceIndex {

  private static final String SHARED = "";

  private final Map<String, List<CompiledSlice>> byNode;
  private final Map<PoolId, List<CompiledSlice>> byPool;

  private SliceIndex(
      Map<String, List<CompiledSlice>> byNode, Map<PoolId, List<CompiledSlice>> byPool) {
    this.byNode = byNode;
    this.byPool = byPool;
  }

  /** Compiles slices in the order they were listed. */
  public static SliceIndex of(Collection<ResourceSlice> slices) {
    return of(slices, new SliceIndex(Map.of(), Map.of()));
  }

  /** Compiles slices in the order they were listed, except those that {@code before} has. */
  public static SliceIndex of(Collection<ResourceSlice> slices, SliceIndex before) {
    Map<String, List<CompiledSlice>> byNode = new HashMap<>();
    Map<PoolId, List<CompiledSlice>> byPool = new HashMap<>();
    for (ResourceSlice slice : slices) {
      CompiledSlice compiled = before.compiled(slice);
      byNode.computeIfAbsent(nodeOf(compiled), key -> new ArrayList<>(1)).add(compiled);
      byPool.computeIfAbsent(compiled.pool(), key -> new ArrayList<>(1)).add(compiled);
    }
    return new SliceIndex(byNode, byPool);
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

  private static String nodeOf(CompiledSlice slice) {
    String nodeName = slice.selection().nodeName();
    return nodeName == null ? SHARED : nodeName;
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
    return list(byPool, pool);
  }

  /** Returns the pools that have a slice, in no particular order. */
  Collection<List<CompiledSlice>> pools() {
    return byPool.values();
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
    Map<PoolId, List<CompiledSlice>> pools = new HashMap<>(byPool);
    exchange(nodes, old == null ? null : nodeOf(old), old, nodeOf(compiled), compiled);
    exchange(pools, old == null ? null : old.pool(), old, compiled.pool(), compiled);
    return new SliceIndex(nodes, pools);
  }

  /** Returns an index without {@code slice}. */
  public SliceIndex without(ResourceSlice slice) {
    CompiledSlice old = find(slice);
    if (old == null) {
      return this;
    }
    Map<String, List<CompiledSlice>> nodes = new HashMap<>(byNode);
    Map<PoolId, List<CompiledSlice>> pools = new HashMap<>(byPool);
    remove(nodes, nodeOf(old), old);
    remove(pools, old.pool(), old);
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
