package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.search.DeviceSearch;
import io.github.dratestkit.allocator.search.DeviceSearch.Thoroughness;
import io.github.dratestkit.allocator.search.SearchResult;

/**
 * Allocates what an explanation wants to know, with a bound on the whole effort: steps of the
 * search, not time, so that the same question always gets the same answer.
 */
final class Trials {

  /** How a trial ended. */
  enum Fit {
    YES,
    NO,
    /** The search was too long. */
    UNKNOWN
  }

  private static final long STEPS_OF_ONE = 50_000;

  /** Preparing a search costs about as much as this many steps. */
  private static final long STEPS_OF_PREPARATION = 200;

  private final Ground ground;
  private long left;

  /**
   * @param most how many steps all trials together may take
   */
  Trials(Ground ground, long most) {
    this.ground = ground;
    this.left = most;
  }

  /** Says whether nothing more can be tried. */
  boolean areExhausted() {
    return left <= 0;
  }

  Fit of(Trial trial) {
    if (left <= 0) {
      return Fit.UNKNOWN;
    }
    SearchResult result =
        new DeviceSearch(
                ground.rules(), trial.state(), trial.classes(), ground.expressions(), () -> "share")
            .search(
                ground.node(),
                trial.pools(),
                trial.claims(),
                Budget.ofSteps(Math.min(left, STEPS_OF_ONE)),
                Thoroughness.PROMISING_BRANCHES);
    left -= result.steps() + STEPS_OF_PREPARATION;
    if (result instanceof SearchResult.Found) {
      return Fit.YES;
    }
    return result instanceof SearchResult.Stopped ? Fit.UNKNOWN : Fit.NO;
  }
}
