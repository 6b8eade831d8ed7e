package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.Map;
import java.util.Set;

/**
 * What a device takes from one counter set while it is allocated.
 *
 * @param counterSet the name of the set
 * @param counters how much of each counter
 * @param compatibilityGroups the groups that the device can share the set with; empty means none
 */
public record CounterUse(
    String counterSet, Map<String, Quantity> counters, Set<String> compatibilityGroups) {

  static CounterUse of(DeviceCounterConsumption consumption) {
    return new CounterUse(
        consumption.getCounterSet(),
        CounterSetModel.quantities(consumption.getCounters()),
        Set.copyOf(consumption.getCompatibilityGroups()));
  }
}
