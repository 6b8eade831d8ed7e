package io.github.dratestkit.allocator.cel;

import org.jspecify.annotations.Nullable;

/**
 * What a call costs, and how large its result is.
 *
 * @param cost the cost without that of the arguments
 * @param resultSize the size of the result, null if nothing is known of it
 */
record CallEstimate(Range cost, @Nullable Range resultSize) {

  static final CallEstimate ONE = of(Range.ONE);

  static CallEstimate of(Range cost) {
    return new CallEstimate(cost, null);
  }
}
