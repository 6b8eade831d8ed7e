package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.search.Goal;

/** The earlier an alternative is in its list, the better. */
final class HighestRanked implements Goal {

  @Override
  public long ofAlternative(int rank) {
    return rank;
  }
}
