package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a publisher looks for before it writes, because the server sees one slice at a time: names
 * given twice in a pool, and counters that no slice of the pool has. Source: {@code
 * dynamic-resource-allocation/resourceslice/validation.go}, 1.37.
 */
final class PoolCheck {

  private PoolCheck() {}

  static void check(List<Pool> pools) {
    pools.forEach(PoolCheck::check);
  }

  private static void check(Pool pool) {
    Map<String, CounterSet> sets = new HashMap<>();
    for (SliceContent slice : pool.slices()) {
      for (CounterSet set : slice.sharedCounters()) {
        if (sets.put(set.getName(), set) != null) {
          throw new InvalidPoolException(
              "found duplicate counter set \"%s\" in pool \"%s\""
                  .formatted(set.getName(), pool.name()));
        }
      }
    }
    Set<String> names = new HashSet<>();
    for (Device device : pool.devices()) {
      if (!names.add(device.getName())) {
        throw new InvalidPoolException(
            "found duplicate device \"%s\" in pool \"%s\""
                .formatted(device.getName(), pool.name()));
      }
      for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
        check(device.getName(), consumption, sets);
      }
    }
  }

  private static void check(
      String device, DeviceCounterConsumption consumption, Map<String, CounterSet> sets) {
    CounterSet set = sets.get(consumption.getCounterSet());
    if (set == null) {
      throw new InvalidPoolException(
          "counter set \"%s\" referenced by device \"%s\" not found"
              .formatted(consumption.getCounterSet(), device));
    }
    for (String counter : consumption.getCounters().keySet()) {
      if (!set.getCounters().containsKey(counter)) {
        throw new InvalidPoolException(
            "counter \"%s\" referenced by device \"%s\" not found in counter set \"%s\""
                .formatted(counter, device, set.getName()));
      }
    }
  }
}
