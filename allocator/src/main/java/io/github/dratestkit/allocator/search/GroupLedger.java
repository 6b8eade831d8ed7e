package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.inventory.Pool;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The compatibility groups of one pool: devices that draw from one counter set must all have a
 * group in common, or all have none (KEP-5963).
 */
final class GroupLedger {

  /** What the devices that draw from one counter set agree on. */
  private sealed interface Agreement {

    boolean admits(Set<String> groups);

    Agreement with(Set<String> groups);
  }

  /** Nobody draws from the set. */
  private record Open() implements Agreement {
    @Override
    public boolean admits(Set<String> groups) {
      return true;
    }

    @Override
    public Agreement with(Set<String> groups) {
      return groups.isEmpty() ? new Ungrouped() : new Common(groups);
    }
  }

  /** Those who draw have no groups. */
  private record Ungrouped() implements Agreement {
    @Override
    public boolean admits(Set<String> groups) {
      return groups.isEmpty();
    }

    @Override
    public Agreement with(Set<String> groups) {
      return this;
    }
  }

  /** Those who draw have these groups in common; none left admits nobody. */
  private record Common(Set<String> groups) implements Agreement {
    @Override
    public boolean admits(Set<String> others) {
      return groups.stream().anyMatch(others::contains);
    }

    @Override
    public Agreement with(Set<String> others) {
      if (others.isEmpty()) {
        return this;
      }
      Set<String> both = new HashSet<>(groups);
      both.retainAll(others);
      return new Common(both);
    }
  }

  private record Change(String counterSet, Agreement before) {}

  private final Map<String, Agreement> agreements = new HashMap<>();
  private final Deque<Change> changes = new ArrayDeque<>();

  /** Starts with the devices that are allocated already, whether or not they agree. */
  GroupLedger(Pool.Usable pool, AllocatedState state) {
    start(pool.slices(), state);
    start(pool.elsewhere(), state);
  }

  private void start(List<CompiledSlice> slices, AllocatedState state) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        if (!device.counterUses().isEmpty() && state.of(device.id()).isAllocated()) {
          device.counterUses().forEach(this::agree);
        }
      }
    }
  }

  private void agree(CounterUse use) {
    agreements.put(use.counterSet(), agreement(use.counterSet()).with(use.compatibilityGroups()));
  }

  private Agreement agreement(String counterSet) {
    return agreements.getOrDefault(counterSet, new Open());
  }

  /** Returns what the devices that draw from the set agree on, as text that can be compared. */
  String stateOf(String counterSet) {
    Agreement agreement = agreement(counterSet);
    return agreement instanceof Common common
        ? new TreeSet<>(common.groups()).toString()
        : agreement.toString();
  }

  /** Adds a device if all sets that it draws from admit it; otherwise changes nothing. */
  boolean admit(CompiledDevice device) {
    int added = 0;
    for (CounterUse use : device.counterUses()) {
      Agreement before = agreement(use.counterSet());
      if (!before.admits(use.compatibilityGroups())) {
        undo(added);
        return false;
      }
      changes.push(new Change(use.counterSet(), before));
      agree(use);
      added++;
    }
    return true;
  }

  /** Takes back the device that was admitted last. */
  void remove(CompiledDevice device) {
    undo(device.counterUses().size());
  }

  private void undo(int number) {
    for (int i = 0; i < number; i++) {
      Change change = changes.pop();
      agreements.put(change.counterSet, change.before);
    }
  }
}
