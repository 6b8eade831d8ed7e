package io.github.dratestkit.allocator.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The number inside a quantity. Kubernetes keeps two forms, and which one is used shows: a decimal
 * is never an int64, and the two round negative numbers differently (apimachinery 1.37, {@code
 * amount.go} and {@code math.go}).
 */
sealed interface Amount {

  /** Returns the number as an exact decimal. */
  BigDecimal decimal();

  /** Returns -1, 0 or 1. */
  int sign();

  /** Returns the opposite number in the same form. */
  Amount negate();

  /** Returns the number times ten to the {@code -scale}, rounded up to a whole number. */
  long scaled(int scale);

  /**
   * A small number: {@code value} times ten to the {@code scale}.
   *
   * @param value the digits
   * @param scale the power of ten
   */
  record Small(long value, int scale) implements Amount {

    @Override
    public BigDecimal decimal() {
      return BigDecimal.valueOf(value, -scale);
    }

    @Override
    public int sign() {
      return Long.signum(value);
    }

    @Override
    public Amount negate() {
      return new Small(-value, scale);
    }

    @Override
    public long scaled(int target) {
      if (scale >= target) {
        return multiplyIgnoringOverflow(scale - target);
      }
      long result = value;
      boolean fraction = false;
      for (int i = 0; i < target - scale && (result != 0 || !fraction); i++) {
        fraction |= result % 10 != 0;
        result /= 10;
        if (result == 0) {
          break;
        }
      }
      // Away from zero, although the documentation says up.
      return fraction ? result + Long.signum(value) : result;
    }

    /** Upstream hands out the lower 64 bits for the powers it knows by heart, else zero. */
    private long multiplyIgnoringOverflow(int power) {
      boolean byHeart = power <= 3 || power == 6 || power == 9;
      if (byHeart && value != Long.MIN_VALUE) {
        return value * BigInteger.TEN.pow(power).longValueExact();
      }
      Long exact = multiplyByPowerOfTen(value, power);
      return exact == null ? 0 : exact;
    }

    /** Returns {@code value} times ten to the {@code power}, or null if that is not an int64. */
    static @Nullable Long multiplyByPowerOfTen(long value, int power) {
      if (value == 0 || power == 0) {
        return value;
      }
      if (power > 18) {
        return null;
      }
      long result = value;
      for (int i = 0; i < power; i++) {
        if (Math.multiplyHigh(result, 10) != (result * 10) >> 63) {
          return null;
        }
        result *= 10;
      }
      return result;
    }
  }

  /**
   * A number that does not fit the small form, or came out of a sum that did not.
   *
   * @param decimal the number
   */
  record Large(BigDecimal decimal) implements Amount {

    private static final BigInteger MAX_INT64 = BigInteger.valueOf(Long.MAX_VALUE);

    @Override
    public int sign() {
      return decimal.signum();
    }

    @Override
    public Amount negate() {
      return new Large(decimal.negate());
    }

    @Override
    public long scaled(int target) {
      int difference = decimal.scale() + target;
      BigInteger unscaled = decimal.unscaledValue();
      if (difference <= 0) {
        return unscaled.longValue() * powerOfTen(-difference);
      }
      if (unscaled.compareTo(MAX_INT64) < 0 && difference < 19) {
        long divisor = powerOfTen(difference);
        long number = unscaled.longValue();
        return number % divisor != 0 ? number / divisor + 1 : number / divisor;
      }
      return decimal
          .movePointLeft(target)
          .setScale(0, RoundingMode.CEILING)
          .unscaledValue()
          .longValue();
    }

    // Upstream goes through a float here, which saturates to the smallest int64 on amd64.
    private static long powerOfTen(int power) {
      return power > 18 ? Long.MIN_VALUE : BigInteger.TEN.pow(power).longValueExact();
    }
  }
}
