package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whole amounts of resources by name: cpu in thousandths, everything else in units. Rounded up, as
 * the scheduler rounds.
 */
record Amounts(Map<String, Long> byName) {

  static final String CPU = "cpu";
  static final String MEMORY = "memory";
  static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  static final String PODS = "pods";

  static final Amounts NONE = new Amounts(Map.of());

  /** Returns the amounts of a list of quantities. */
  static Amounts of(@Nullable Map<String, Quantity> quantities) {
    if (quantities == null || quantities.isEmpty()) {
      return NONE;
    }
    Map<String, Long> amounts = new TreeMap<>();
    quantities.forEach((name, quantity) -> amounts.put(name, amount(name, quantity)));
    return new Amounts(amounts);
  }

  long get(String name) {
    return byName.getOrDefault(name, 0L);
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  Amounts plus(Amounts other) {
    return combine(other, Long::sum);
  }

  Amounts minus(Amounts other) {
    Map<String, Long> result = new TreeMap<>(byName);
    other.byName.forEach((name, amount) -> result.merge(name, -amount, Long::sum));
    return new Amounts(result);
  }

  /** Returns the larger amount of each resource. */
  Amounts max(Amounts other) {
    return combine(other, Math::max);
  }

  /** Returns these amounts with one of them replaced. */
  Amounts with(String name, long amount) {
    Map<String, Long> result = new TreeMap<>(byName);
    result.put(name, amount);
    return new Amounts(result);
  }

  private Amounts combine(
      Amounts other, java.util.function.BiFunction<Long, Long, Long> combination) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    Map<String, Long> result = new TreeMap<>(byName);
    other.byName.forEach((name, amount) -> result.merge(name, amount, combination));
    return new Amounts(result);
  }

  private static long amount(String name, Quantity quantity) {
    var exact = io.github.dratestkit.allocator.value.Quantity.decode(quantity.toString());
    return name.equals(CPU) ? exact.milliValue() : exact.value();
  }
}
