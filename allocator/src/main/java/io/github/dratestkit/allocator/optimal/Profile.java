package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.optimal.CounterTotals.SetId;
import io.github.dratestkit.allocator.search.Choices;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Devices of a pool that offer the same and draw the same amounts of counters, wherever they lie.
 *
 * @param fit how many fit together
 * @param ideal how many would if what is left of the counters could be moved
 * @param size what one draws of all counters together
 */
record Profile(
    CompiledDevice like, int fit, int ideal, BigDecimal size, Map<String, BigDecimal> capacity) {

  private record Key(Map<String, BigDecimal> capacity, List<BigDecimal> draws) {}

  /** Devices that are shared have no profile. */
  static List<Profile> of(List<CompiledDevice> devices, CounterTotals totals, Choices choices) {
    Map<Key, List<CompiledDevice>> alike = new LinkedHashMap<>();
    for (CompiledDevice device : devices) {
      if (!device.allowsMultipleAllocations()) {
        alike
            .computeIfAbsent(
                new Key(BestFit.capacitiesOf(device), amounts(device)), key -> new ArrayList<>())
            .add(device);
      }
    }
    List<Profile> profiles = new ArrayList<>();
    alike.forEach(
        (key, members) -> {
          CompiledDevice first = members.get(0);
          profiles.add(
              new Profile(
                  members.stream().filter(choices::isFree).findFirst().orElse(first),
                  fit(members, choices),
                  ideal(members, totals, choices),
                  amounts(first).stream().reduce(BigDecimal.ZERO, BigDecimal::add),
                  new TreeMap<>(key.capacity())));
        });
    return profiles;
  }

  private static List<BigDecimal> amounts(CompiledDevice device) {
    List<BigDecimal> amounts = new ArrayList<>();
    for (CounterUse use : device.counterUses()) {
      use.counters()
          .values()
          .forEach(amount -> amounts.add(amount.toBigDecimal().stripTrailingZeros()));
    }
    amounts.sort(BigDecimal::compareTo);
    return amounts;
  }

  private static int fit(List<CompiledDevice> members, Choices choices) {
    Map<SetId, Map<String, BigDecimal>> drawn = new HashMap<>();
    int fit = 0;
    for (CompiledDevice device : members) {
      if (choices.isFree(device) && suffices(device, drawn, choices)) {
        for (CounterUse use : device.counterUses()) {
          Map<String, BigDecimal> sums =
              drawn.computeIfAbsent(CounterTotals.setOf(device, use), key -> new HashMap<>());
          use.counters()
              .forEach((name, amount) -> sums.merge(name, amount.toBigDecimal(), BigDecimal::add));
        }
        fit++;
      }
    }
    return fit;
  }

  private static boolean suffices(
      CompiledDevice device, Map<SetId, Map<String, BigDecimal>> drawn, Choices choices) {
    for (CounterUse use : device.counterUses()) {
      Map<String, BigDecimal> sums = drawn.getOrDefault(CounterTotals.setOf(device, use), Map.of());
      for (Map.Entry<String, Quantity> draw : use.counters().entrySet()) {
        BigDecimal sum =
            draw.getValue().toBigDecimal().add(sums.getOrDefault(draw.getKey(), BigDecimal.ZERO));
        if (sum.compareTo(choices.left(device, use.counterSet(), draw.getKey())) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** All that is left of the sets that these devices draw from, divided by what one draws. */
  private static int ideal(List<CompiledDevice> members, CounterTotals totals, Choices choices) {
    CompiledDevice first = members.get(0);
    if (first.counterUses().isEmpty()) {
      return (int) members.stream().filter(choices::isFree).count();
    }
    Map<SetId, BigDecimal> left = new HashMap<>();
    for (CompiledDevice device : members) {
      for (CounterUse use : device.counterUses()) {
        SetId set = CounterTotals.setOf(device, use);
        if (!left.containsKey(set)) {
          BigDecimal sum = BigDecimal.ZERO;
          for (String counter : totals.of(set).keySet()) {
            sum = sum.add(choices.left(device, set.name(), counter).max(BigDecimal.ZERO));
          }
          left.put(set, sum);
        }
      }
    }
    BigDecimal all = left.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal one = amounts(first).stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    int number =
        one.signum() <= 0
            ? members.size()
            : all.divide(one, 0, RoundingMode.FLOOR)
                .min(BigDecimal.valueOf(members.size()))
                .intValue();
    return Math.max(number, 0);
  }

  /** Counters say more about the size than capacities, which have different units. */
  boolean isLargerThan(Profile other) {
    int bySize = size.compareTo(other.size);
    if (bySize != 0) {
      return bySize > 0;
    }
    BigDecimal own = capacity.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return own.compareTo(other.capacity.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
        > 0;
  }
}
