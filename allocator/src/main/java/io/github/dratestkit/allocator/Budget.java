package io.github.dratestkit.allocator;

/**
 * How long a search may go on. The allocator knows no clock and no thread: it asks its budget at
 * every step, and whoever called it decides what time means.
 */
@FunctionalInterface
public interface Budget {

  /** A budget that never ends. */
  Budget UNLIMITED = steps -> Verdict.CONTINUE;

  /** What the search shall do next. */
  enum Verdict {
    CONTINUE,
    /** The caller is no longer interested. */
    CANCELLED,
    /** The time for one node is over; upstream aborts the whole attempt of the pod then. */
    EXPIRED
  }

  /** Decides after {@code steps} search steps, counted as upstream counts them. */
  Verdict after(long steps);

  /** Returns a budget of at most {@code limit} steps. */
  static Budget ofSteps(long limit) {
    return steps -> steps <= limit ? Verdict.CONTINUE : Verdict.EXPIRED;
  }
}
