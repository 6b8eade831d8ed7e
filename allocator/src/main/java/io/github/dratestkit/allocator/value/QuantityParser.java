package io.github.dratestkit.allocator.value;

import io.github.dratestkit.allocator.value.MalformedQuantityException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Turns text into quantities. It follows {@code ParseQuantity} of apimachinery 1.37 step by step,
 * because the path taken decides whether the text is kept as it is.
 */
final class QuantityParser {

  private static final int NANO = -9;

  /** The most decimal digits of which every number is an int64. */
  private static final int SAFE_DIGITS = 18;

  private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

  private QuantityParser() {}

  static Quantity parse(String text) {
    if (text.isEmpty()) {
      throw new MalformedQuantityException(Reason.FORMAT);
    }
    if (text.equals("0")) {
      return new Quantity(new Amount.Small(0, 0), QuantityFormat.DECIMAL_SI, text);
    }
    QuantityScanner parts = QuantityScanner.scan(text);
    QuantitySuffix suffix = QuantitySuffix.interpret(parts.suffix());
    if (suffix == null) {
      throw new MalformedQuantityException(Reason.SUFFIX);
    }
    Quantity small = small(text, parts, suffix);
    return small != null ? small : large(parts, suffix);
  }

  private static @Nullable Quantity small(
      String text, QuantityScanner parts, QuantitySuffix suffix) {
    boolean binary = suffix.format() == QuantityFormat.BINARY_SI;
    int digits = parts.number().length() + parts.fraction().length();
    int spare = binary ? spareBinaryDigits(parts, suffix) : SAFE_DIGITS - digits;
    int scale = (binary ? 0 : suffix.exponent()) - parts.fraction().length();
    if (spare < 0 || scale < NANO) {
      return null;
    }
    String shifted = parts.number() + parts.fraction();
    long value = Long.parseLong(shifted);
    long mantissa = binary ? 1L << suffix.exponent() : 1;
    if (Math.multiplyHigh(value, mantissa) != 0 || value * mantissa < 0) {
      return null;
    }
    long product = value * mantissa;
    boolean canonical =
        binary
            ? (value & 7) != 0
            : scale % 3 == 0 && !shifted.endsWith("000") && shifted.charAt(0) != '0';
    return new Quantity(
        new Amount.Small(parts.positive() ? product : -product, scale),
        suffix.format(),
        canonical ? text : null);
  }

  private static int spareBinaryDigits(QuantityScanner parts, QuantitySuffix suffix) {
    return parts.fraction().isEmpty()
        ? 15 - parts.number().length() - suffix.exponent() * 3 / 10 - 1
        : -1;
  }

  private static Quantity large(QuantityScanner parts, QuantitySuffix suffix) {
    BigDecimal amount = magnitude(parts);
    if (suffix.base() == 10) {
      amount = new BigDecimal(amount.unscaledValue(), amount.scale() - suffix.exponent());
    } else {
      amount = amount.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(suffix.exponent())));
    }
    amount = roundUpToNano(amount);
    QuantityFormat format = suffix.format();
    if (format == QuantityFormat.BINARY_SI) {
      amount = amount.min(LARGEST_BINARY);
      // Small fractions make no sense in powers of 1024.
      if (amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0) {
        format = QuantityFormat.DECIMAL_SI;
      }
    }
    return new Quantity(
        new Amount.Large(parts.positive() ? amount : amount.negate()), format, null);
  }

  private static BigDecimal magnitude(QuantityScanner parts) {
    String fraction = parts.fraction();
    if (parts.value().chars().noneMatch(c -> c >= '0' && c <= '9')) {
      throw new MalformedQuantityException(Reason.NUMBER);
    }
    return new BigDecimal(new BigInteger(parts.number() + fraction), fraction.length());
  }

  private static BigDecimal roundUpToNano(BigDecimal amount) {
    if (amount.signum() == 0) {
      return amount;
    }
    if ((long) amount.precision() - amount.scale() < NANO) {
      return BigDecimal.valueOf(1, -NANO);
    }
    return amount.setScale(-NANO, RoundingMode.UP);
  }
}
