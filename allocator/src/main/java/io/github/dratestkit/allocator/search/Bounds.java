package io.github.dratestkit.allocator.search;

import java.util.List;
import java.util.Set;

/**
 * Proofs by counting that what remains cannot be satisfied. Each looks at a relaxed problem in
 * which some rules are forgotten: if even that has no solution, the real one has none.
 */
final class Bounds {

  private final RemainingDemands remaining;
  private final MatchingBound matching;
  private final CounterBound counters;
  private final CapacityBound capacities;
  private final ValueBound values;
  private final DistinctBound distinct;

  Bounds(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.matching = new MatchingBound(remaining, supply);
    this.counters = new CounterBound(remaining, supply);
    this.capacities = new CapacityBound(remaining, supply);
    this.values = new ValueBound(remaining, supply, matching);
    this.distinct = new DistinctBound(remaining, supply);
  }

  /**
   * Says whether one of the rules proves that the alternative and everything after it cannot be
   * satisfied.
   */
  boolean isHopeless(Alternative start, Set<PruningRule> rules) {
    List<Demand> demands = remaining.from(start);
    for (PruningRule rule : rules) {
      if (!suffices(rule, demands)) {
        return true;
      }
    }
    return false;
  }

  private boolean suffices(PruningRule rule, List<Demand> demands) {
    return switch (rule) {
      case SYMMETRY, MEMORY -> true;
      case MATCHING -> matching.canBeMatched(demands, demands, kind -> true);
      case COUNTERS -> counters.countersSuffice(demands);
      case CAPACITIES -> capacities.capacitiesSuffice(demands);
      case MATCHING_VALUES -> values.someValueServesEachClaim(demands);
      case EQUAL_CLAIMS -> values.valuesSufficeForEqualClaims(demands);
      case DISTINCT_VALUES -> distinct.valuesSufficeForDistinctDevices(demands);
    };
  }
}
