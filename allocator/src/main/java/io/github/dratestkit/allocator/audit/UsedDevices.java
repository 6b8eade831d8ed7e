package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What earlier allocations use. */
final class UsedDevices {

  private final Set<Published.Key> whole = new HashSet<>();
  private final Set<Published.Key> shared = new HashSet<>();
  private final Map<Published.Key, Map<String, BigDecimal>> consumed = new HashMap<>();

  void addWhole(Published.Key device) {
    whole.add(device);
  }

  void addShare(Published.Key device) {
    shared.add(device);
  }

  void addConsumed(Published.Key device, Map<String, Quantity> amounts) {
    shared.add(device);
    Map<String, BigDecimal> sums = consumed.computeIfAbsent(device, key -> new HashMap<>());
    amounts.forEach((name, amount) -> sums.merge(name, Amount.of(amount), BigDecimal::add));
  }

  boolean isWhole(Published.Key device) {
    return whole.contains(device);
  }

  boolean isUsed(Published.Key device) {
    return whole.contains(device) || shared.contains(device);
  }

  BigDecimal consumed(Published.Key device, String capacity) {
    return consumed.getOrDefault(device, Map.of()).getOrDefault(capacity, BigDecimal.ZERO);
  }
}
