package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.optimal.CounterTotals.SetId;
import io.github.dratestkit.allocator.search.Choices;
import io.github.dratestkit.allocator.search.Goal;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Each counter set that was whole and that a chosen device draws from in part costs one. Choosing
 * more can only break more.
 */
final class FewestBroken implements Goal {

  private final CounterTotals totals;

  FewestBroken(List<Pool> pools) {
    this.totals = new CounterTotals(pools);
  }

  private Set<SetId> broken(Choices choices) {
    Set<SetId> broken = new HashSet<>();
    Map<SetId, Map<String, BigDecimal>> drawn = new HashMap<>();
    Map<SetId, CompiledDevice> sample = new HashMap<>();
    for (CompiledDevice device : choices.all()) {
      for (CounterUse use : device.counterUses()) {
        SetId set = CounterTotals.setOf(device, use);
        sample.put(set, device);
        if (totals.isPart(device, use)) {
          broken.add(set);
        }
        Map<String, BigDecimal> sums = drawn.computeIfAbsent(set, key -> new HashMap<>());
        for (Map.Entry<String, Quantity> draw : use.counters().entrySet()) {
          sums.merge(draw.getKey(), draw.getValue().toBigDecimal(), BigDecimal::add);
        }
      }
    }
    sample.forEach(
        (set, device) -> {
          if (wasBroken(set, device, choices, drawn.getOrDefault(set, Map.of()))) {
            broken.remove(set);
          }
        });
    return broken;
  }

  /** Earlier allocations have drawn what neither is left nor was drawn now. */
  private boolean wasBroken(
      SetId set, CompiledDevice sample, Choices choices, Map<String, BigDecimal> drawn) {
    for (Map.Entry<String, BigDecimal> counter : totals.of(set).entrySet()) {
      BigDecimal left = choices.left(sample, set.name(), counter.getKey());
      BigDecimal now = drawn.getOrDefault(counter.getKey(), BigDecimal.ZERO);
      if (left.add(now).compareTo(counter.getValue()) < 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long together(Choices choices) {
    return broken(choices).size();
  }

  @Override
  public long togetherAtLeast(Choices choices) {
    return together(choices);
  }

  @Override
  public long memory(Choices choices) {
    long memory = 0;
    for (SetId set : broken(choices)) {
      memory += 31L * set.hashCode() + 17;
    }
    return memory;
  }

  @Override
  public Object likeness(CompiledDevice device) {
    return totals.likeness(device);
  }
}
