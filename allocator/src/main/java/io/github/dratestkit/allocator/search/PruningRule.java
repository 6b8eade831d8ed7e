package io.github.dratestkit.allocator.search;

/**
 * The rules that cut branches of the search which can neither succeed nor raise an error. Each is
 * right by itself; a test follows each alone and compares with the whole search.
 */
public enum PruningRule {
  /** Of choices that lead to equal futures only the first is followed ({@link DeviceKinds}). */
  SYMMETRY,
  /** A state that failed fails again ({@link SearchState}). */
  MEMORY,
  /** Every request needs devices of its own ({@link MatchingBound}). */
  MATCHING,
  /**
   * What devices draw must be left, and usable by devices that fit together ({@link CounterBound}).
   */
  COUNTERS,
  /** Shares need room, which large shares waste ({@link CapacityBound}). */
  CAPACITIES,
  /** What must match needs enough devices of one value ({@link ValueBound}). */
  MATCHING_VALUES,
  /** Claims that ask for the same under one constraint use up values ({@link ValueBound}). */
  EQUAL_CLAIMS,
  /** What must differ needs a value for each device ({@link DistinctBound}). */
  DISTINCT_VALUES
}
