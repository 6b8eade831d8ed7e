package io.github.dratestkit.allocator.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Prints quantities in the canonical form of apimachinery 1.37 ({@code CanonicalizeBytes}). */
final class QuantityPrinter {

  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
  private static final BigInteger BIG_KIBI = BigInteger.valueOf(1024);

  private QuantityPrinter() {}

  static String print(Amount amount, QuantityFormat format) {
    if (amount.sign() == 0) {
      return "0";
    }
    BigDecimal decimal = amount.decimal();
    return switch (format) {
      case BINARY_SI -> wholeAndLarge(decimal) ? binary(decimal) : decimal(decimal, true);
      case DECIMAL_SI -> decimal(decimal, true);
      case DECIMAL_EXPONENT -> decimal(decimal, false);
    };
  }

  private static boolean wholeAndLarge(BigDecimal decimal) {
    return decimal.abs().compareTo(KIBI) >= 0
        && (decimal.scale() <= 0 || decimal.setScale(0, RoundingMode.UP).compareTo(decimal) == 0);
  }

  private static String decimal(BigDecimal decimal, boolean suffixed) {
    BigDecimal stripped = decimal.stripTrailingZeros();
    BigInteger number = stripped.unscaledValue();
    int exponent = -stripped.scale();
    while (exponent % 3 != 0) {
      number = number.multiply(BigInteger.TEN);
      exponent--;
    }
    return number
        + (suffixed ? QuantitySuffix.decimal(exponent) : QuantitySuffix.decimalExponent(exponent));
  }

  private static String binary(BigDecimal decimal) {
    BigInteger number = decimal.toBigIntegerExact();
    int power = 0;
    BigInteger[] divided = number.divideAndRemainder(BIG_KIBI);
    while (divided[1].signum() == 0) {
      number = divided[0];
      power++;
      divided = number.divideAndRemainder(BIG_KIBI);
    }
    return number + QuantitySuffix.binary(power);
  }
}
