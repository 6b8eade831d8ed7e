package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.search.Asked;
import io.github.dratestkit.allocator.search.Choices;
import io.github.dratestkit.allocator.search.Goal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The smallest device that suffices. A device that is not shared costs what it offers beyond what
 * was asked for; one that is shared costs what is left of it in the end.
 */
final class BestFit implements Goal {

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private final Map<String, BigDecimal> largest = new HashMap<>();

  BestFit(List<Pool> pools) {
    for (Pool pool : pools) {
      if (pool instanceof Pool.Usable usable) {
        for (CompiledSlice slice : usable.slices()) {
          for (CompiledDevice device : slice.devices()) {
            device
                .capacities()
                .forEach(
                    (name, capacity) ->
                        largest.merge(name, capacity.total().toBigDecimal(), BigDecimal::max));
          }
        }
      }
    }
  }

  @Override
  public long ofDevice(CompiledDevice device, Asked asked) {
    if (device.allowsMultipleAllocations()) {
      return 0;
    }
    long cost = 0;
    for (Map.Entry<String, CapacityModel> capacity : device.capacities().entrySet()) {
      BigDecimal beyond =
          capacity.getValue().total().toBigDecimal().subtract(asked.amount(capacity.getKey()));
      cost += thousandths(capacity.getKey(), beyond);
    }
    return cost;
  }

  @Override
  public long together(Choices choices) {
    long cost = 0;
    for (CompiledDevice device : shared(choices)) {
      for (String capacity : device.capacities().keySet()) {
        cost += thousandths(capacity, choices.left(device, capacity));
      }
    }
    return cost;
  }

  private static Set<CompiledDevice> shared(Choices choices) {
    Set<CompiledDevice> shared = new LinkedHashSet<>();
    for (CompiledDevice device : choices.all()) {
      if (device.allowsMultipleAllocations()) {
        shared.add(device);
      }
    }
    return shared;
  }

  private long thousandths(String capacity, BigDecimal amount) {
    BigDecimal whole = largest.getOrDefault(capacity, BigDecimal.ONE);
    return whole.signum() <= 0
        ? 0
        : amount
            .max(BigDecimal.ZERO)
            .multiply(THOUSAND)
            .divide(whole, 0, RoundingMode.HALF_UP)
            .longValue();
  }

  @Override
  public long memory(Choices choices) {
    long memory = 0;
    for (CompiledDevice device : shared(choices)) {
      memory += 31L * device.id().hashCode() + 17;
    }
    return memory;
  }

  @Override
  public Object likeness(CompiledDevice device) {
    return capacitiesOf(device);
  }

  /** Returns the capacities as they can be compared. */
  static Map<String, BigDecimal> capacitiesOf(CompiledDevice device) {
    Map<String, BigDecimal> capacities = new HashMap<>();
    device
        .capacities()
        .forEach(
            (name, capacity) ->
                capacities.put(name, capacity.total().toBigDecimal().stripTrailingZeros()));
    return capacities;
  }
}
