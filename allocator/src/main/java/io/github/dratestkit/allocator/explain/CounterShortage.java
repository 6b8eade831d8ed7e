package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.CounterSetModel;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.Pool;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What earlier allocations leave of a pool's counters. */
final class CounterShortage {

  private record Name(String set, String counter) {
    @Override
    public String toString() {
      return set + "/" + counter;
    }
  }

  private final AllocatedState state;
  private final Map<Name, BigDecimal> left = new LinkedHashMap<>();
  private final Map<Name, BigDecimal> total = new HashMap<>();

  CounterShortage(Pool.Usable pool, AllocatedState state) {
    this.state = state;
    for (CounterSetModel set : pool.counterSets().values()) {
      set.counters()
          .forEach((name, value) -> left.put(new Name(set.name(), name), value.toBigDecimal()));
    }
    total.putAll(left);
    charge(pool.slices());
    charge(pool.elsewhere());
  }

  private void charge(List<CompiledSlice> slices) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        if (state.of(device.id()).isAllocated()) {
          device.counterUses().forEach(this::charge);
        }
      }
    }
  }

  private void charge(CounterUse use) {
    use.counters()
        .forEach(
            (name, amount) ->
                left.computeIfPresent(
                    new Name(use.counterSet(), name),
                    (key, value) -> value.subtract(amount.toBigDecimal())));
  }

  /** Returns why the device cannot draw what it needs, or null. */
  @Nullable String of(CompiledDevice device) {
    for (CounterUse use : device.counterUses()) {
      for (Map.Entry<String, io.github.dratestkit.allocator.value.Quantity> counter :
          use.counters().entrySet()) {
        Name name = new Name(use.counterSet(), counter.getKey());
        BigDecimal available = left.getOrDefault(name, BigDecimal.ZERO);
        if (available.compareTo(counter.getValue().toBigDecimal()) < 0) {
          return "needs "
              + counter.getValue()
              + " of counter "
              + name
              + ", "
              + available.toPlainString()
              + " of "
              + total.getOrDefault(name, BigDecimal.ZERO).toPlainString()
              + " are left";
        }
      }
    }
    for (Map.Entry<Name, BigDecimal> counter : left.entrySet()) {
      if (counter.getValue().signum() < 0) {
        return "counter "
            + counter.getKey()
            + " is overdrawn, so nothing more is allocated from"
            + " the pool";
      }
    }
    return null;
  }
}
