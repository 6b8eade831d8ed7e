package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides which requests bring the slices of one pool to what they are to be: first what goes, then
 * what changes, then what is new. The generation stays if at most one slice changes and none is
 * new, so consumers must not take an unchanged generation for unchanged content. Source: {@code
 * resourceslice.Controller.syncPool}, 1.37.
 */
final class PoolPlan {

  private final SliceWriter writer;

  PoolPlan(SliceWriter writer) {
    this.writer = writer;
  }

  List<SliceWrite> plan(Pool pool, List<ResourceSlice> existing) {
    long newest = existing.stream().mapToLong(PoolPlan::generationOf).max().orElse(0);
    List<SliceWrite> writes = new ArrayList<>();
    Map<Integer, ResourceSlice> matched = new TreeMap<>();
    SliceIndex indices = new SliceIndex(pool.slices().size());
    for (ResourceSlice slice : existing) {
      OptionalInt index = indices.of(slice.getMetadata().getName());
      boolean wanted =
          generationOf(slice) == newest
              && index.isPresent()
              && index.getAsInt() < pool.slices().size()
              && matched.putIfAbsent(index.getAsInt(), slice) == null;
      if (!wanted) {
        writes.add(new SliceWrite.Delete(slice));
      }
    }
    TreeSet<Integer> changed = new TreeSet<>();
    matched.forEach(
        (index, slice) -> {
          if (writer.differs(slice, pool, index, newest)) {
            changed.add(index);
          }
        });
    boolean isNew = matched.size() < pool.slices().size();
    long generation = nextGeneration(pool, newest, isNew, changed.size());
    matched.forEach(
        (index, slice) -> {
          if (generation > newest || changed.contains(index)) {
            writes.add(new SliceWrite.Update(writer.update(slice, pool, index, generation)));
          }
        });
    for (int index = 0; index < pool.slices().size(); index++) {
      if (!matched.containsKey(index)) {
        writes.add(new SliceWrite.Create(writer.create(pool, index, generation)));
      }
    }
    return writes;
  }

  private static long nextGeneration(Pool pool, long newest, boolean isNew, int changed) {
    if (pool.generation() > newest) {
      return pool.generation();
    }
    return !isNew && changed <= 1 ? newest : newest + 1;
  }

  private static long generationOf(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }
}
