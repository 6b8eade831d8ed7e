package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.value.MalformedQuantityException;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A quantity of which only the value counts.
 *
 * @param value exact
 * @param text as it stands in the object
 */
record Amount(BigDecimal value, String text) implements Comparable<Amount> {

  private static final BigDecimal LARGEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Returns the quantity in a field, empty if the field is not there. */
  static Optional<Amount> in(JsonNode object, String field) {
    return Tree.has(object, field) ? Optional.of(of(object.path(field))) : Optional.empty();
  }

  /** Returns a quantity of a decoded object, where there are no others than good ones. */
  static Amount of(JsonNode node) {
    String text = node.asString("0");
    return parse(text).orElse(new Amount(BigDecimal.ZERO, text));
  }

  /** Says whether two texts are quantities of the same value, or equal. */
  static boolean sameText(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    Optional<Amount> left = parse(one);
    Optional<Amount> right = parse(other);
    return left.isPresent() && right.isPresent()
        ? left.get().compareTo(right.get()) == 0
        : one.equals(other);
  }

  private static Optional<Amount> parse(String text) {
    try {
      return Optional.of(new Amount(Quantity.parse(text).toBigDecimal(), text));
    } catch (MalformedQuantityException other) {
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
