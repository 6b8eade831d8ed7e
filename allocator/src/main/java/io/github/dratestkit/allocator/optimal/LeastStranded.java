package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.optimal.CounterTotals.SetId;
import io.github.dratestkit.allocator.search.Choices;
import io.github.dratestkit.allocator.search.Goal;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is left and serves nobody: of a counter that no device draws from which still fits, and of a
 * shared capacity less than its smallest share. What is stranded stays so whatever else is chosen.
 */
final class LeastStranded implements Goal {

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private final CounterTotals totals;

  LeastStranded(List<Pool> pools) {
    this.totals = new CounterTotals(pools);
  }

  @Override
  public long together(Choices choices) {
    Map<SetId, Set<String>> usable = new HashMap<>();
    Map<SetId, CompiledDevice> sample = new HashMap<>();
    long stranded = 0;
    for (CompiledDevice device : choices.reachable()) {
      boolean free = choices.isFree(device);
      for (CounterUse use : device.counterUses()) {
        SetId set = CounterTotals.setOf(device, use);
        sample.putIfAbsent(set, device);
        if (free) {
          usable.computeIfAbsent(set, key -> new HashSet<>()).addAll(drawn(use));
        }
      }
      if (device.allowsMultipleAllocations()) {
        stranded += strandedShares(device, choices);
      }
    }
    for (Map.Entry<SetId, CompiledDevice> entry : sample.entrySet()) {
      SetId set = entry.getKey();
      for (Map.Entry<String, BigDecimal> counter : totals.of(set).entrySet()) {
        if (!usable.getOrDefault(set, Set.of()).contains(counter.getKey())) {
          BigDecimal left = choices.left(entry.getValue(), set.name(), counter.getKey());
          stranded += thousandths(left, counter.getValue());
        }
      }
    }
    return stranded;
  }

  private static Set<String> drawn(CounterUse use) {
    Set<String> names = new HashSet<>();
    use.counters()
        .forEach(
            (name, amount) -> {
              if (amount.toBigDecimal().signum() > 0) {
                names.add(name);
              }
            });
    return names;
  }

  private static long strandedShares(CompiledDevice device, Choices choices) {
    long stranded = 0;
    for (Map.Entry<String, CapacityModel> capacity : device.capacities().entrySet()) {
      BigDecimal left = choices.left(device, capacity.getKey());
      if (left.compareTo(smallestShare(capacity.getValue())) < 0) {
        stranded += thousandths(left, capacity.getValue().total().toBigDecimal());
      }
    }
    return stranded;
  }

  /** Without a policy a share may be as small as one likes. */
  private static BigDecimal smallestShare(CapacityModel capacity) {
    CapacityModel.Policy policy = capacity.policy();
    if (policy == null) {
      return BigDecimal.ZERO;
    }
    if (!policy.values().isEmpty()) {
      return policy.values().get(0).toBigDecimal();
    }
    Quantity least = policy.range() == null ? null : policy.range().min();
    return least == null ? BigDecimal.ZERO : least.toBigDecimal();
  }

  private static long thousandths(BigDecimal part, BigDecimal whole) {
    return whole.signum() <= 0 || part.signum() <= 0
        ? 0
        : part.multiply(THOUSAND).divide(whole, 0, RoundingMode.HALF_UP).longValue();
  }

  @Override
  public long togetherAtLeast(Choices choices) {
    return together(choices);
  }

  @Override
  public Object likeness(CompiledDevice device) {
    return List.of(totals.likeness(device), BestFit.capacitiesOf(device));
  }
}
