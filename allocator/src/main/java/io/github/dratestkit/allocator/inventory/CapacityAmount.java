package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.inventory.CapacityModel.Policy;
import io.github.dratestkit.allocator.inventory.CapacityModel.Range;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of request policies: how much of a capacity a request takes, and whether that
 * amount is allowed (structured/internal/experimental/consumable_capacity.go, 1.37).
 */
final class CapacityAmount {

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private final boolean fractional;

  /**
   * @param fractional whether ranges may be computed in thousandths instead of whole numbers
   */
  CapacityAmount(boolean fractional) {
    this.fractional = fractional;
  }

  /**
   * Returns how much a request takes.
   *
   * @param requested what was asked for, or null if this capacity was not mentioned
   * @throws CapacityException if the amount cannot be computed or is negative
   */
  Quantity amountFor(@Nullable Quantity requested, CapacityModel capacity) {
    Quantity amount = compute(requested, capacity);
    if (amount.toBigDecimal().signum() < 0) {
      throw new CapacityException("amount " + amount + " is negative");
    }
    return amount;
  }

  private Quantity compute(@Nullable Quantity requested, CapacityModel capacity) {
    Policy policy = capacity.policy();
    if (requested == null) {
      return policy != null && policy.defaultAmount() != null
          ? policy.defaultAmount()
          : capacity.total();
    }
    if (policy == null) {
      return requested;
    }
    Range range = policy.range();
    if (range != null && range.min() != null) {
      return roundUp(requested, range, range.min());
    }
    for (Quantity value : policy.values()) {
      if (requested.compareTo(value) <= 0) {
        return value;
      }
    }
    return requested;
  }

  private Quantity roundUp(Quantity requested, Range range, Quantity min) {
    if (requested.compareTo(min) < 0) {
      return min;
    }
    Quantity step = range.step();
    if (step == null) {
      return requested;
    }
    BigDecimal unit = usesThousandths(range) ? THOUSAND : BigDecimal.ONE;
    if (unit == THOUSAND && !isRepresentableInThousandths(requested)) {
      throw new CapacityException("request " + requested + " is no whole number of thousandths");
    }
    if (unit == BigDecimal.ONE && requested.toBigDecimal().compareTo(MAX) > 0) {
      throw new CapacityException("request " + requested + " is too large to be rounded");
    }
    BigInteger stepUnits = units(step, unit);
    BigInteger minUnits = units(min, unit);
    if (stepUnits.signum() == 0) {
      throw new CapacityException("step " + step + " of the valid range is zero");
    }
    if (stepUnits.signum() < 0) {
      throw new CapacityException("step " + step + " of the valid range is negative");
    }
    BigInteger[] steps = units(requested, unit).subtract(minUnits).divideAndRemainder(stepUnits);
    BigInteger whole = steps[1].signum() == 0 ? steps[0] : steps[0].add(BigInteger.ONE);
    BigInteger result = minUnits.add(stepUnits.multiply(whole));
    if (result.bitLength() >= Long.SIZE) {
      throw new CapacityException(
          "request " + requested + " rounded up to the next step is too large");
    }
    return unit == THOUSAND
        ? Quantity.ofThousandths(result.longValue(), step.format())
        : Quantity.of(result.longValue(), step.format());
  }

  /** Says whether the amount is one that the policy does not allow. */
  boolean violates(Quantity amount, @Nullable Policy policy) {
    if (policy == null) {
      return false;
    }
    if (policy.defaultAmount() != null && amount.compareTo(policy.defaultAmount()) == 0) {
      return false;
    }
    if (policy.range() != null) {
      return violates(amount, policy.range());
    }
    return !policy.values().isEmpty()
        && policy.values().stream().noneMatch(value -> value.compareTo(amount) == 0);
  }

  private boolean violates(Quantity amount, Range range) {
    if (range.max() != null && amount.compareTo(range.max()) > 0) {
      return true;
    }
    if (range.step() == null) {
      return false;
    }
    BigDecimal unit = usesThousandths(range) ? THOUSAND : BigDecimal.ONE;
    if (unit == THOUSAND && !isRepresentableInThousandths(amount)) {
      return true;
    }
    BigInteger stepUnits = units(range.step(), unit);
    if (stepUnits.signum() == 0) {
      return true;
    }
    BigInteger minUnits = range.min() == null ? BigInteger.ZERO : units(range.min(), unit);
    return units(amount, unit).subtract(minUnits).remainder(stepUnits).signum() != 0;
  }

  private boolean usesThousandths(Range range) {
    return fractional
        && (range.min() == null || isRepresentableInThousandths(range.min()))
        && (range.max() == null || isRepresentableInThousandths(range.max()))
        && (range.step() == null
            || (isRepresentableInThousandths(range.step())
                && range.step().toBigDecimal().signum() > 0));
  }

  private static boolean isRepresentableInThousandths(Quantity quantity) {
    BigDecimal scaled = quantity.toBigDecimal().multiply(THOUSAND).stripTrailingZeros();
    return scaled.scale() <= 0 && scaled.toBigInteger().bitLength() < Long.SIZE;
  }

  /** Fractions of a unit round up, as upstream reads them. */
  private static BigInteger units(Quantity quantity, BigDecimal unit) {
    return quantity.toBigDecimal().multiply(unit).setScale(0, RoundingMode.UP).toBigInteger();
  }
}
