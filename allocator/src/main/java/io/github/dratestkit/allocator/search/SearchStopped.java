package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.Budget;

/** The budget is used up; it never leaves this package. */
final class SearchStopped extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Budget.Verdict verdict;

  SearchStopped(Budget.Verdict verdict) {
    super(null, null, false, false);
    this.verdict = verdict;
  }

  Budget.Verdict verdict() {
    return verdict;
  }
}
