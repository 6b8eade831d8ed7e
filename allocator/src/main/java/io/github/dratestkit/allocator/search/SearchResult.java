package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.github.dratestkit.allocator.Budget;
import java.util.List;

/** How a search ended. */
public sealed interface SearchResult {

  /** Returns the number of steps, counted as upstream counts them. */
  long steps();

  /** The first solution, one result for each claim. */
  record Found(List<AllocationResult> results, long steps) implements SearchResult {}

  /**
   * The solution of least cost.
   *
   * @param proven whether none costs less; otherwise the budget ended the search before
   */
  record Best(List<AllocationResult> results, long cost, boolean proven, long steps)
      implements SearchResult {}

  /** There is no solution. */
  record None(long steps) implements SearchResult {}

  /** The input ends the attempt. */
  record Fatal(String message, long steps) implements SearchResult {}

  /**
   * The budget ended the search.
   *
   * @param reached the first choices that stood then, as request and device: everything that comes
   *     before them in the order of the search is proved not to fit
   */
  record Stopped(Budget.Verdict verdict, long steps, List<String> reached)
      implements SearchResult {}

  /** A pool rules out this node; another one may do. */
  record Excluded(String message, long steps) implements SearchResult {}
}
