package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds a pool from all its slices, and finds out whether they contradict each other. */
final class PoolBuilder {

  private static final class Contradiction extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Contradiction(String message) {
      super(message, null, false, false);
    }
  }

  private final PoolId id;
  private final boolean partitionable;
  private final List<CompiledSlice> reachable = new ArrayList<>();
  private final List<CompiledSlice> elsewhere = new ArrayList<>();
  private final List<CompiledSlice> counterSlices = new ArrayList<>();

  private PoolBuilder(PoolId id, AllocatorRules rules) {
    this.id = id;
    this.partitionable = rules.has(AllocatorFeature.PartitionableDevices);
  }

  /**
   * Builds the pool.
   *
   * @param forNode the slices that the node can reach
   * @param all every slice of the generation; those of other nodes are recognised by their names
   */
  static Pool build(
      PoolId id, List<CompiledSlice> forNode, List<CompiledSlice> all, AllocatorRules rules) {
    PoolBuilder builder = new PoolBuilder(id, rules);
    builder.sort(forNode, all);
    try {
      return new Pool.Usable(id, builder.reachable, builder.elsewhere, builder.validate());
    } catch (Contradiction e) {
      return new Pool.Invalid(id, String.valueOf(e.getMessage()));
    }
  }

  private void sort(List<CompiledSlice> forNode, List<CompiledSlice> all) {
    List<CompiledSlice> sorted = new ArrayList<>(forNode);
    sorted.sort(Comparator.comparing(CompiledSlice::name));
    for (CompiledSlice slice : sorted) {
      (holdsCounters(slice) ? counterSlices : reachable).add(slice);
    }
    if (forNode.size() >= all.size()) {
      return;
    }
    Set<String> names = new HashSet<>();
    forNode.forEach(slice -> names.add(slice.name()));
    for (CompiledSlice slice : all) {
      if (!names.contains(slice.name())) {
        (holdsCounters(slice) ? counterSlices : elsewhere).add(slice);
      }
    }
  }

  private boolean holdsCounters(CompiledSlice slice) {
    return partitionable && slice.holdsCounters();
  }

  private Map<String, CounterSetModel> validate() {
    checkDeviceNames();
    if (!partitionable) {
      return Map.of();
    }
    Map<String, CounterSetModel> counterSets = new LinkedHashMap<>();
    for (CompiledSlice slice : counterSlices) {
      for (CounterSetModel set : slice.counterSets()) {
        if (counterSets.putIfAbsent(set.name(), set) != null) {
          throw new Contradiction("counter set " + set.name() + " is defined twice");
        }
      }
    }
    checkConsumption(reachable, counterSets);
    checkConsumption(elsewhere, counterSets);
    return counterSets;
  }

  private void checkDeviceNames() {
    Set<String> names = new HashSet<>();
    for (CompiledSlice slice : reachable) {
      for (CompiledDevice device : slice.devices()) {
        if (!names.add(device.id().device())) {
          throw new Contradiction("device " + device.id().device() + " is published twice");
        }
      }
    }
  }

  private static void checkConsumption(
      List<CompiledSlice> slices, Map<String, CounterSetModel> counterSets) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        for (CounterUse use : device.counterUses()) {
          checkConsumption(device, use, counterSets);
        }
      }
    }
  }

  private static void checkConsumption(
      CompiledDevice device, CounterUse use, Map<String, CounterSetModel> counterSets) {
    CounterSetModel set = counterSets.get(use.counterSet());
    if (set == null) {
      throw new Contradiction(
          "device "
              + device.id().device()
              + " draws from the unknown counter set "
              + use.counterSet());
    }
    for (String counter : use.counters().keySet()) {
      if (!set.counters().containsKey(counter)) {
        throw new Contradiction(
            "device "
                + device.id().device()
                + " draws from the unknown counter "
                + counter
                + " of counter set "
                + set.name());
      }
    }
  }
}
