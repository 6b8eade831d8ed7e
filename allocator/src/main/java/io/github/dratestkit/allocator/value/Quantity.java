package io.github.dratestkit.allocator.value;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A fixed-point number with a suffix, such as {@code 40Gi} or {@code 250m}, exactly as Kubernetes
 * reads, rounds, compares and prints it. Capacities, counters and request policies are made of
 * them.
 *
 * <p>Nothing below {@code 1n} exists: such numbers are rounded away from zero. Numbers with a
 * binary suffix end at 2^63-1, others do not end. Source: {@code k8s.io/apimachinery
 * pkg/api/resource}, 1.37.
 */
public final class Quantity implements Comparable<Quantity> {

  /** The quantity {@code 0}. */
  public static final Quantity ZERO = parse("0");

  private final Amount amount;
  private final QuantityFormat format;
  private final @Nullable String verbatim;

  Quantity(Amount amount, QuantityFormat format, @Nullable String verbatim) {
    this.amount = amount;
    this.format = format;
    this.verbatim = verbatim;
  }

  /**
   * Returns the quantity that {@code text} spells.
   *
   * @throws MalformedQuantityException if it is none, with the reason
   */
  public static Quantity parse(String text) {
    return QuantityParser.parse(text);
  }

  /**
   * Returns the quantity that an API object holds as {@code text}. Only the API forgives white
   * space around it.
   *
   * @throws MalformedQuantityException if it is none, with the reason
   */
  public static Quantity decode(String text) {
    return parse(text.strip());
  }

  /** Returns {@code value} as a quantity of the given format. */
  public static Quantity of(long value, QuantityFormat format) {
    return new Quantity(new Amount.Small(value, 0), format, null);
  }

  /** Returns {@code thousandths} as a quantity of the given format. */
  public static Quantity ofThousandths(long thousandths, QuantityFormat format) {
    return thousandths % 1000 == 0
        ? of(thousandths / 1000, format)
        : new Quantity(new Amount.Small(thousandths, -3), format, null);
  }

  /** Returns how the quantity was written. */
  public QuantityFormat format() {
    return format;
  }

  /** Returns -1, 0 or 1. */
  public int sign() {
    return amount.sign();
  }

  /** Says whether this is zero. */
  public boolean isZero() {
    return sign() == 0;
  }

  /** Returns the exact number. */
  public BigDecimal toBigDecimal() {
    return amount.decimal();
  }

  /**
   * Returns the number rounded up to a whole one; 0 or another wrong number if it is beyond 64
   * bits, as upstream's {@code Value}.
   */
  public long value() {
    return amount.scaled(0);
  }

  /** Returns the thousandfold, rounded up; beyond 64 bits as wrong as upstream's MilliValue. */
  public long milliValue() {
    return amount.scaled(-3);
  }

  /** Returns the number if it is whole, within 64 bits and was not held as a decimal. */
  public OptionalLong asInt64() {
    if (!(amount instanceof Amount.Small small) || small.scale() < 0) {
      return OptionalLong.empty();
    }
    Long exact = Amount.Small.multiplyByPowerOfTen(small.value(), small.scale());
    return exact == null ? OptionalLong.empty() : OptionalLong.of(exact);
  }

  /** Says whether {@link #asInt64} has a number. */
  public boolean isInteger() {
    return asInt64().isPresent();
  }

  /** Returns the nearest double that upstream's approximation gives. */
  public double toApproximateDouble() {
    BigDecimal decimal = amount.decimal();
    double base = decimal.unscaledValue().doubleValue();
    return decimal.scale() == 0 ? base : base * Double.parseDouble("1e" + -decimal.scale());
  }

  /** Returns the sum. A zero takes over the other's format. */
  public Quantity add(Quantity other) {
    QuantityFormat sumFormat = isZero() ? other.format : format;
    Amount sum = addSmall(amount, other.amount);
    return new Quantity(
        sum != null ? sum : new Amount.Large(amount.decimal().add(other.amount.decimal())),
        sumFormat,
        null);
  }

  /** Returns the difference. A zero takes over the other's format. */
  public Quantity subtract(Quantity other) {
    return add(other.negate());
  }

  /** Returns the opposite. */
  public Quantity negate() {
    return new Quantity(amount.negate(), format, null);
  }

  private static @Nullable Amount addSmall(Amount left, Amount right) {
    if (!(left instanceof Amount.Small a) || !(right instanceof Amount.Small b)) {
      return null;
    }
    if (b.value() == 0) {
      return a;
    }
    if (a.value() == 0) {
      return b;
    }
    int scale = Math.min(a.scale(), b.scale());
    Long x = Amount.Small.multiplyByPowerOfTen(a.value(), a.scale() - scale);
    Long y = Amount.Small.multiplyByPowerOfTen(b.value(), b.scale() - scale);
    if (x == null || y == null) {
      return null;
    }
    long sum = x + y;
    boolean overflow = ((x ^ sum) & (y ^ sum)) < 0;
    return overflow ? null : new Amount.Small(sum, scale);
  }

  @Override
  public int compareTo(Quantity other) {
    if (amount instanceof Amount.Small a
        && other.amount instanceof Amount.Small b
        && a.scale() == b.scale()) {
      return Long.compare(a.value(), b.value());
    }
    return amount.decimal().compareTo(other.amount.decimal());
  }

  /** Quantities are equal if their numbers are, however they are written. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity quantity && compareTo(quantity) == 0;
  }

  @Override
  public int hashCode() {
    return amount.decimal().stripTrailingZeros().hashCode();
  }

  /** Returns the canonical text, or the original one where Kubernetes keeps it. */
  @Override
  public String toString() {
    return verbatim != null ? verbatim : QuantityPrinter.print(amount, format);
  }
}
