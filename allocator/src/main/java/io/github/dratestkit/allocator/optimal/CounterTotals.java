package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterSetModel;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.PoolId;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much the counter sets of the pools hold when nothing is drawn. */
final class CounterTotals {

  /** One counter set. */
  record SetId(PoolId pool, String name) {}

  private final Map<SetId, Map<String, BigDecimal>> totals = new LinkedHashMap<>();

  CounterTotals(List<Pool> pools) {
    for (Pool pool : pools) {
      if (pool instanceof Pool.Usable usable) {
        for (CounterSetModel set : usable.counterSets().values()) {
          Map<String, BigDecimal> counters = new HashMap<>();
          for (Map.Entry<String, Quantity> counter : set.counters().entrySet()) {
            counters.put(counter.getKey(), counter.getValue().toBigDecimal());
          }
          totals.put(new SetId(pool.id(), set.name()), counters);
        }
      }
    }
  }

  Map<SetId, Map<String, BigDecimal>> all() {
    return totals;
  }

  Map<String, BigDecimal> of(SetId set) {
    return totals.getOrDefault(set, Map.of());
  }

  static SetId setOf(CompiledDevice device, CounterUse use) {
    return new SetId(device.id().poolId(), use.counterSet());
  }

  /** Says whether the device draws from the set without drawing all of it. */
  boolean isPart(CompiledDevice device, CounterUse use) {
    for (Map.Entry<String, BigDecimal> counter : of(setOf(device, use)).entrySet()) {
      Quantity draw = use.counters().get(counter.getKey());
      BigDecimal drawn = draw == null ? BigDecimal.ZERO : draw.toBigDecimal();
      if (drawn.compareTo(counter.getValue()) < 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the totals of the sets that the device draws from, in its order. */
  List<Object> likeness(CompiledDevice device) {
    List<Object> likeness = new ArrayList<>();
    for (CounterUse use : device.counterUses()) {
      Map<String, BigDecimal> plain = new HashMap<>();
      of(setOf(device, use)).forEach((name, total) -> plain.put(name, total.stripTrailingZeros()));
      likeness.add(plain);
    }
    return likeness;
  }
}
