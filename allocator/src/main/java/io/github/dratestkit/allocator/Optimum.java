package io.github.dratestkit.allocator;

/**
 * The allocation that serves an objective best.
 *
 * @param outcome an allocation, or why there is none
 * @param cost what it costs in the unit of the objective, or {@link #UNKNOWN}
 * @param proven whether nothing costs less; otherwise the budget ended the search, and the outcome
 *     is the best that was found
 */
public record Optimum(Outcome outcome, long cost, boolean proven) {

  /** The search for the best did not come as far as one allocation. */
  public static final long UNKNOWN = -1;
}
