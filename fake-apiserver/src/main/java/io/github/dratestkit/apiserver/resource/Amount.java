package io.github.dratestkit.apiserver.resource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A quantity of which only the value counts.
 *
 * @param value exact
 * @param text as it stands in the object
 */
record Amount(BigDecimal value, String text) implements Comparable<Amount> {

  private static final BigInteger BINARY_STEP = BigInteger.valueOf(1024);
  private static final Map<String, Integer> BINARY =
      Map.of("Ki", 1, "Mi", 2, "Gi", 3, "Ti", 4, "Pi", 5, "Ei", 6);
  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final BigDecimal LARGEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Returns the quantity in a field, empty if the field is not there. */
  static Optional<Amount> in(JsonNode object, String field) {
    return Tree.has(object, field) ? Optional.of(of(object.path(field))) : Optional.empty();
  }

  /** Returns a quantity of a canonical object. */
  static Amount of(JsonNode node) {
    return parse(node.asString("0")).orElse(new Amount(BigDecimal.ZERO, node.asString("0")));
  }

  /** Says whether two texts are quantities of the same value, or equal. */
  static boolean sameText(String one, String other) {
    Optional<Amount> left = parse(one);
    Optional<Amount> right = parse(other);
    return left.isPresent() && right.isPresent()
        ? left.get().compareTo(right.get()) == 0
        : one.equals(other);
  }

  static Optional<Amount> parse(String text) {
    for (int length = 2; length >= 1; length--) {
      if (text.length() <= length) {
        continue;
      }
      String number = text.substring(0, text.length() - length);
      String suffix = text.substring(text.length() - length);
      Integer power = (length == 2 ? BINARY : DECIMAL).get(suffix);
      if (power != null) {
        BigDecimal scale =
            length == 2
                ? new BigDecimal(BINARY_STEP.pow(power))
                : BigDecimal.ONE.scaleByPowerOfTen(power);
        return number(number).map(value -> new Amount(value.multiply(scale), text));
      }
    }
    return number(text).map(value -> new Amount(value, text));
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return Optional.of(new BigDecimal(text.endsWith(".") ? text + "0" : text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  int sign() {
    return value.signum();
  }

  boolean isFractional() {
    return value.stripTrailingZeros().scale() > 0;
  }

  /** Says whether this is a whole number of thousandths that a long can count. */
  boolean hasExactThousandths() {
    BigDecimal thousandths = value.scaleByPowerOfTen(3);
    return thousandths.stripTrailingZeros().scale() <= 0
        && thousandths.abs().compareTo(LARGEST_LONG) <= 0;
  }

  boolean exceedsLong() {
    return value.compareTo(LARGEST_LONG) > 0;
  }

  Amount plus(Amount other) {
    BigDecimal sum = value.add(other.value);
    return new Amount(sum, sum.toPlainString());
  }

  /** Returns the next whole number, away from zero. */
  BigInteger roundedUp() {
    return value.setScale(0, RoundingMode.UP).toBigInteger();
  }

  BigInteger thousandths() {
    return value.scaleByPowerOfTen(3).setScale(0, RoundingMode.UP).toBigInteger();
  }

  /** Returns what tells this value from others when only whole numbers count, or when all do. */
  Object key(boolean exact) {
    return exact ? value.stripTrailingZeros() : roundedUp();
  }

  @Override
  public int compareTo(Amount other) {
    return value.compareTo(other.value);
  }
}
