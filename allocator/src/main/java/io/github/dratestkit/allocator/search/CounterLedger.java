package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.CounterSetModel;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The counters of one pool: what earlier allocations leave, minus what the devices chosen so far
 * take. An allocated device is charged once however many shares of it there are; one that is no
 * longer published is not charged at all.
 *
 * <p>Upstream compares every counter of the pool after each choice, so one counter that earlier
 * allocations overdraw blocks the whole pool. Here only the counters that a device draws from are
 * compared as long as that makes no difference: while none is overdrawn and no device gives back.
 */
final class CounterLedger {

  private record Name(String set, String counter) {}

  /** What one device takes: numbers of counters and amounts, side by side. */
  private record Draw(int[] counters, BigDecimal[] amounts) {}

  private final BigDecimal[] left;
  private final Map<Name, Integer> numbers = new HashMap<>();
  private final Map<CompiledDevice, Draw> draws = new IdentityHashMap<>();
  private boolean compareAll;
  private final boolean closed;

  CounterLedger(Pool.Usable pool, AllocatedState state, AllocatorRules rules) {
    List<BigDecimal> available = new ArrayList<>();
    for (CounterSetModel set : pool.counterSets().values()) {
      for (Map.Entry<String, Quantity> counter : set.counters().entrySet()) {
        numbers.put(new Name(set.name(), counter.getKey()), available.size());
        available.add(counter.getValue().toBigDecimal());
      }
    }
    this.left = available.toArray(new BigDecimal[0]);
    charge(pool.slices(), state, rules);
    charge(pool.elsewhere(), state, rules);
    for (BigDecimal value : left) {
      compareAll |= value.signum() < 0 && rules.followsUpstream();
    }
    closed = !rules.followsUpstream() && holdsUnpublished(pool, state);
  }

  /** What a device draws that is allocated but no longer published, nobody can tell. */
  private static boolean holdsUnpublished(Pool.Usable pool, AllocatedState state) {
    Set<String> unpublished = new HashSet<>(state.ofPool(pool.id()).keySet());
    for (List<CompiledSlice> slices : List.of(pool.slices(), pool.elsewhere())) {
      for (CompiledSlice slice : slices) {
        slice.devices().forEach(device -> unpublished.remove(device.id().device()));
      }
    }
    return !unpublished.isEmpty();
  }

  private void charge(List<CompiledSlice> slices, AllocatedState state, AllocatorRules rules) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        if (!device.counterUses().isEmpty() && isCharged(state.of(device.id()), rules)) {
          take(draw(device));
        }
      }
    }
  }

  /** The stable implementation knows no shares. */
  private static boolean isCharged(DeviceUse use, AllocatorRules rules) {
    return rules.variant() == AllocatorVariant.STABLE ? use.exclusive() : use.isAllocated();
  }

  /** Says whether some counter is overdrawn, so that nothing more can be drawn from the pool. */
  boolean isOverdrawn() {
    for (BigDecimal value : left) {
      if (value.signum() < 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the names of the counters of a set, in order. */
  List<String> countersOf(String counterSet) {
    List<String> counters = new ArrayList<>();
    for (Name name : numbers.keySet()) {
      if (name.set().equals(counterSet)) {
        counters.add(name.counter());
      }
    }
    Collections.sort(counters);
    return counters;
  }

  /** Says whether the pool has such a counter; one that it lacks limits nothing. */
  boolean has(String counterSet, String counter) {
    return numbers.containsKey(new Name(counterSet, counter));
  }

  /** Returns what is left of a counter. */
  BigDecimal left(String counterSet, String counter) {
    Integer number = numbers.get(new Name(counterSet, counter));
    return number == null ? BigDecimal.ZERO : left[number];
  }

  /** Takes what the device draws, unless too little is left. */
  boolean reserve(CompiledDevice device) {
    if (closed) {
      return false;
    }
    Draw draw = draw(device);
    take(draw);
    if (isOverdrawn(draw)) {
      release(device);
      return false;
    }
    return true;
  }

  private boolean isOverdrawn(Draw draw) {
    if (compareAll) {
      for (BigDecimal value : left) {
        if (value.signum() < 0) {
          return true;
        }
      }
      return false;
    }
    for (int counter : draw.counters) {
      if (left[counter].signum() < 0) {
        return true;
      }
    }
    return false;
  }

  /** Gives back what {@link #reserve} took. */
  void release(CompiledDevice device) {
    Draw draw = draw(device);
    for (int i = 0; i < draw.counters.length; i++) {
      left[draw.counters[i]] = left[draw.counters[i]].add(draw.amounts[i]);
    }
  }

  private void take(Draw draw) {
    for (int i = 0; i < draw.counters.length; i++) {
      left[draw.counters[i]] = left[draw.counters[i]].subtract(draw.amounts[i]);
    }
  }

  private Draw draw(CompiledDevice device) {
    Draw known = draws.get(device);
    if (known == null) {
      known = compile(device);
      draws.put(device, known);
    }
    return known;
  }

  private Draw compile(CompiledDevice device) {
    List<Integer> counters = new ArrayList<>();
    List<BigDecimal> amounts = new ArrayList<>();
    for (CounterUse use : device.counterUses()) {
      for (Map.Entry<String, Quantity> counter : use.counters().entrySet()) {
        Integer number = numbers.get(new Name(use.counterSet(), counter.getKey()));
        if (number != null) {
          counters.add(number);
          amounts.add(counter.getValue().toBigDecimal());
          compareAll |= counter.getValue().toBigDecimal().signum() < 0;
        }
      }
    }
    return new Draw(
        counters.stream().mapToInt(Integer::intValue).toArray(),
        amounts.toArray(new BigDecimal[0]));
  }
}
