package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one request would take of one device's capacities, whatever is in use already. */
public sealed interface CapacityDemand {

  /** The device lacks a capacity or does not allow the amount: it is passed over. */
  record Refused(String reason) implements CapacityDemand {}

  /** An amount cannot be computed: the whole attempt ends. */
  record Impossible(String reason) implements CapacityDemand {}

  /**
   * The amounts are allowed; whether they are left is another question.
   *
   * @param amounts for every capacity of the device
   * @param numbers the same amounts as plain numbers, in the same order
   */
  record Amounts(Map<String, Quantity> amounts, List<BigDecimal> numbers)
      implements CapacityDemand {}

  /**
   * Computes the demand. All amounts are computed before any is compared, so that an impossible one
   * is reported whatever the others say.
   *
   * @param requests the amounts asked for by name; names are compared literally
   * @param fractional whether ranges may be computed in thousandths
   */
  static CapacityDemand of(
      Map<String, Quantity> requests, CompiledDevice device, boolean fractional) {
    Map<String, CapacityModel> capacities = device.capacities();
    for (String name : requests.keySet()) {
      if (!capacities.containsKey(name)) {
        return new Refused("has no capacity " + name);
      }
    }
    CapacityAmount arithmetic = new CapacityAmount(fractional);
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    for (Map.Entry<String, CapacityModel> capacity : capacities.entrySet()) {
      String name = capacity.getKey();
      try {
        amounts.put(name, arithmetic.amountFor(requests.get(name), capacity.getValue()));
      } catch (CapacityException e) {
        return new Impossible("capacity " + name + ": " + e.getMessage());
      }
    }
    for (Map.Entry<String, Quantity> amount : amounts.entrySet()) {
      CapacityModel capacity = capacities.get(amount.getKey());
      if (capacity != null && arithmetic.violates(amount.getValue(), capacity.policy())) {
        return new Refused(
            "does not allow " + amount.getValue() + " of capacity " + amount.getKey());
      }
    }
    return new Amounts(amounts, amounts.values().stream().map(Quantity::toBigDecimal).toList());
  }
}
