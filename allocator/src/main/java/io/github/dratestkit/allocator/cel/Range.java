package io.github.dratestkit.allocator.cel;

import java.math.BigDecimal;

/**
 * A smallest and a largest number that an estimate allows, of costs or of sizes. Both are unsigned
 * 64-bit and stop at the largest such number, which stands for "no bound".
 *
 * @param min the smallest, to be read as unsigned
 * @param max the largest, to be read as unsigned
 */
record Range(long min, long max) {

  /** All bits set: the largest unsigned number. */
  static final long UNBOUNDED = -1;

  static final Range ZERO = fixed(0);
  static final Range ONE = fixed(1);
  static final Range UNKNOWN = new Range(0, UNBOUNDED);

  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  static Range fixed(long value) {
    return new Range(value, value);
  }

  Range plus(Range other) {
    return new Range(sum(min, other.min), sum(max, other.max));
  }

  Range times(Range other) {
    return new Range(product(min, other.min), product(max, other.max));
  }

  /** Multiplies by a price per unit and rounds up. */
  Range times(double price) {
    return new Range(product(min, price), product(max, price));
  }

  /** Returns the smallest range that holds both. */
  Range union(Range other) {
    return new Range(
        Long.compareUnsigned(other.min, min) < 0 ? other.min : min,
        Long.compareUnsigned(other.max, max) > 0 ? other.max : max);
  }

  static long sum(long left, long right) {
    long sum = left + right;
    return Long.compareUnsigned(sum, left) < 0 ? UNBOUNDED : sum;
  }

  static long product(long left, long right) {
    if (right != 0 && Long.compareUnsigned(left, Long.divideUnsigned(UNBOUNDED, right)) > 0) {
      return UNBOUNDED;
    }
    return left * right;
  }

  static long product(long value, double price) {
    return rounded(Math.ceil(toDouble(value) * price));
  }

  static double toDouble(long unsigned) {
    if (unsigned >= 0) {
      return unsigned;
    }
    return new BigDecimal(Long.toUnsignedString(unsigned)).doubleValue();
  }

  private static long rounded(double value) {
    if (value >= TWO_TO_64) {
      return UNBOUNDED;
    }
    return value < TWO_TO_63 ? (long) value : (long) (value - TWO_TO_63) ^ Long.MIN_VALUE;
  }
}
