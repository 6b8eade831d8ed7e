package io.github.dratestkit.allocator.inventory;

import java.util.List;
import java.util.Map;

/** A pool as one node sees it. */
public sealed interface Pool {

  PoolId id();

  /**
   * A pool whose devices can be allocated.
   *
   * @param slices the slices with devices that the node can reach, by name
   * @param elsewhere the slices with devices of the pool that other nodes reach
   * @param counterSets the counter sets of the pool by name
   */
  record Usable(
      PoolId id,
      List<CompiledSlice> slices,
      List<CompiledSlice> elsewhere,
      Map<String, CounterSetModel> counterSets)
      implements Pool {}

  /**
   * A pool whose driver has not published all slices of the newest generation.
   *
   * @param seen how many slices there are
   * @param wanted how many there should be
   */
  record Incomplete(PoolId id, long generation, int seen, long wanted) implements Pool {}

  /** A pool that contradicts itself. */
  record Invalid(PoolId id, String reason) implements Pool {}
}
