package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Exact amounts, and what a request takes of a capacity. */
final class Amount {

  /** Each suffix is a thousand times the one before it; the blank stands for none. */
  private static final String DECIMAL = "num kMGTPE";

  /** Each suffix is 1024 times the one before it; the blank stands for none. */
  private static final String BINARY = " KMGTPE";

  /** Quantities have at most so many decimals; what is finer counts as the next one. */
  private static final int FINEST = 9;

  /** Numbers with a binary suffix end here: {@code 8Ei} is one less than 2^63. */
  private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

  private Amount() {}

  static BigDecimal of(@Nullable Quantity quantity) {
    BigDecimal exact = quantity == null ? BigDecimal.ZERO : exact(quantity);
    return exact.scale() > FINEST ? exact.setScale(FINEST, RoundingMode.UP) : exact;
  }

  private static BigDecimal exact(Quantity quantity) {
    BigDecimal amount = new BigDecimal(quantity.getAmount());
    String suffix = quantity.getFormat() == null ? "" : quantity.getFormat();
    if (suffix.isEmpty()) {
      return amount;
    }
    int decimal = DECIMAL.indexOf(suffix);
    if (suffix.length() == 1 && decimal >= 0) {
      return amount.scaleByPowerOfTen(3 * (decimal - 3));
    }
    if (suffix.endsWith("i")) {
      BigDecimal binary =
          amount.multiply(BigDecimal.valueOf(2).pow(10 * BINARY.indexOf(suffix.charAt(0))));
      return binary.min(LARGEST_BINARY).max(LARGEST_BINARY.negate());
    }
    return amount.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
  }

  /** Returns what a request takes, or null if the device does not allow it. */
  static @Nullable BigDecimal taken(
      @Nullable Quantity requested, DeviceCapacity capacity, boolean fractional) {
    BigDecimal total = of(capacity.getValue());
    CapacityRequestPolicy policy = capacity.getRequestPolicy();
    if (policy == null) {
      return requested == null ? total : of(requested);
    }
    BigDecimal usual = policy.getDefault() == null ? null : of(policy.getDefault());
    BigDecimal amount =
        requested == null
            ? (usual == null ? total : usual)
            : rounded(of(requested), policy, fractional);
    if (usual != null && amount.compareTo(usual) == 0) {
      return amount;
    }
    return isAllowed(amount, policy, fractional) ? amount : null;
  }

  private static BigDecimal rounded(
      BigDecimal requested, CapacityRequestPolicy policy, boolean fractional) {
    CapacityRequestPolicyRange range = policy.getValidRange();
    if (range != null && range.getMin() != null) {
      BigDecimal min = of(range.getMin());
      if (requested.compareTo(min) < 0) {
        return min;
      }
      if (range.getStep() == null) {
        return requested;
      }
      int digits = digits(range, fractional);
      BigDecimal start = min.setScale(digits, RoundingMode.UP);
      BigDecimal step = of(range.getStep()).setScale(digits, RoundingMode.UP);
      BigDecimal above = requested.setScale(digits, RoundingMode.UP).subtract(start);
      return start.add(step.multiply(above.divide(step, 0, RoundingMode.CEILING)));
    }
    return policy.getValidValues().stream()
        .map(Amount::of)
        .filter(value -> value.compareTo(requested) >= 0)
        .findFirst()
        .orElse(requested);
  }

  /** Ranges are computed in thousandths only if the feature is on and their bounds allow it. */
  private static int digits(CapacityRequestPolicyRange range, boolean fractional) {
    boolean representable =
        isThousandths(range.getMin())
            && isThousandths(range.getMax())
            && isThousandths(range.getStep())
            && of(range.getStep()).signum() > 0;
    return fractional && representable ? 3 : 0;
  }

  private static boolean isThousandths(@Nullable Quantity quantity) {
    return of(quantity).stripTrailingZeros().scale() <= 3;
  }

  private static boolean isAllowed(
      BigDecimal amount, CapacityRequestPolicy policy, boolean fractional) {
    CapacityRequestPolicyRange range = policy.getValidRange();
    if (range == null) {
      return policy.getValidValues().isEmpty()
          || policy.getValidValues().stream().anyMatch(value -> of(value).compareTo(amount) == 0);
    }
    if (range.getMax() != null && amount.compareTo(of(range.getMax())) > 0) {
      return false;
    }
    if (range.getStep() == null) {
      return true;
    }
    int digits = digits(range, fractional);
    return amount
            .setScale(digits, RoundingMode.UP)
            .subtract(of(range.getMin()).setScale(digits, RoundingMode.UP))
            .remainder(of(range.getStep()).setScale(digits, RoundingMode.UP))
            .signum()
        == 0;
  }
}
