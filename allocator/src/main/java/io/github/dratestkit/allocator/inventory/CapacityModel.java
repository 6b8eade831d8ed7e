package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One capacity of a device and the policy for requests against it.
 *
 * @param total all there is
 * @param policy which amounts may be asked for, or null if any
 */
public record CapacityModel(Quantity total, @Nullable Policy policy) {

  /**
   * Which amounts may be asked for.
   *
   * @param defaultAmount what a request that does not ask takes, or null for everything
   * @param range the range of valid amounts, or null
   * @param values the only valid amounts in ascending order; empty if any
   */
  public record Policy(
      @Nullable Quantity defaultAmount, @Nullable Range range, List<Quantity> values) {}

  /** A range of valid amounts; each bound may be missing. */
  public record Range(@Nullable Quantity min, @Nullable Quantity max, @Nullable Quantity step) {}

  static CapacityModel of(DeviceCapacity capacity) {
    CapacityRequestPolicy policy = capacity.getRequestPolicy();
    return new CapacityModel(
        Quantities.of(capacity.getValue()), policy == null ? null : policyOf(policy));
  }

  private static Policy policyOf(CapacityRequestPolicy policy) {
    CapacityRequestPolicyRange range = policy.getValidRange();
    return new Policy(
        optional(policy.getDefault()),
        range == null
            ? null
            : new Range(
                optional(range.getMin()), optional(range.getMax()), optional(range.getStep())),
        policy.getValidValues().stream().map(Quantities::of).toList());
  }

  private static @Nullable Quantity optional(
      io.fabric8.kubernetes.api.model.@Nullable Quantity quantity) {
    return quantity == null ? null : Quantities.of(quantity);
  }
}
