package io.github.dratestkit.allocator.value;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the number of a quantity.
 *
 * @param base 10 or 2
 * @param exponent the power of the base
 * @param format the format that the suffix implies
 */
record QuantitySuffix(int base, int exponent, QuantityFormat format) {

  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);

  private static final String[] DECIMAL_NAMES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};

  private static final String BINARY_LETTERS = "KMGTPE";

  /** Returns the meaning of {@code text}, or null if it is no suffix. */
  static @Nullable QuantitySuffix interpret(String text) {
    Integer decimal = DECIMAL.get(text);
    if (decimal != null) {
      return new QuantitySuffix(10, decimal, QuantityFormat.DECIMAL_SI);
    }
    if (text.length() == 2
        && text.charAt(1) == 'i'
        && BINARY_LETTERS.indexOf(text.charAt(0)) >= 0) {
      int power = BINARY_LETTERS.indexOf(text.charAt(0)) + 1;
      return new QuantitySuffix(2, 10 * power, QuantityFormat.BINARY_SI);
    }
    if (text.length() > 1 && (text.charAt(0) == 'e' || text.charAt(0) == 'E')) {
      return exponent(text.substring(1));
    }
    return null;
  }

  private static @Nullable QuantitySuffix exponent(String digits) {
    try {
      // Upstream keeps the lower 32 bits of a 64-bit exponent.
      int exponent = (int) Long.parseLong(digits);
      return new QuantitySuffix(10, exponent, QuantityFormat.DECIMAL_EXPONENT);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /**
   * Returns the suffix for a power of ten. Powers beyond {@code n} and {@code E} have none, and
   * Kubernetes then prints the bare number although it means something else.
   */
  static String decimal(int exponent) {
    int index = exponent / 3 + 3;
    return exponent % 3 == 0 && index >= 0 && index < DECIMAL_NAMES.length
        ? DECIMAL_NAMES[index]
        : "";
  }

  /** Returns the suffix for a power of ten in exponent form. */
  static String decimalExponent(int exponent) {
    return exponent == 0 ? "" : "e" + exponent;
  }

  /** Returns the suffix for a power of 1024, empty where there is none. */
  static String binary(int power) {
    return power >= 1 && power <= BINARY_LETTERS.length()
        ? BINARY_LETTERS.charAt(power - 1) + "i"
        : "";
  }
}
