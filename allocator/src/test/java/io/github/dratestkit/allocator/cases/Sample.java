package io.github.dratestkit.allocator.cases;

import java.util.stream.LongStream;

/**
 * How many random cases a test looks at: all that it names, or fewer if the property {@code cases}
 * says so. Mutation testing runs the tests thousands of times and takes few.
 */
final class Sample {

  private Sample() {}

  /** Returns the number, or what the property allows. */
  static int of(int number) {
    return Math.min(number, Integer.getInteger("cases", number));
  }

  /** Does the same for a test that says nothing about fewer than {@code least}. */
  static int atLeast(int least, int number) {
    return Math.max(least, of(number));
  }

  /** Returns so many seeds, or as many as the property allows. */
  static LongStream seeds(long first, int number) {
    return LongStream.range(first, first + of(number));
  }
}
