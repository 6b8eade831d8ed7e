package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.search.Goal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What an allocation shall be best in. The cost is what is made as small as possible. */
public enum Objective {
  /** The places of the chosen alternatives in their lists, added up over all claims. */
  HIGHEST_RANKED(pools -> new HighestRanked()),
  /** The number of counter sets, such as GPUs, that were whole and are now given out in part. */
  FEWEST_BROKEN(FewestBroken::new),
  /** What is left of counters and shares and can serve no device any more, in thousandths each. */
  LEAST_STRANDED(LeastStranded::new),
  /** What the devices offer beyond what was asked for, in thousandths of the largest device. */
  BEST_FIT(BestFit::new),
  /** The outer faces of the chips that each claim gets in a torus. */
  COMPACT(CompactBoxes::new);

  private final Function<List<Pool>, Goal> goal;

  Objective(Function<List<Pool>, Goal> goal) {
    this.goal = goal;
  }

  /** Returns the costs for a node that can reach these pools. */
  public Goal goal(List<Pool> pools) {
    return goal.apply(pools);
  }

  /** Returns the name as people write it: {@code fewest-broken}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
