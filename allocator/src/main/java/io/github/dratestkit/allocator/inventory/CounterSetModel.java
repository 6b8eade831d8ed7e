package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A named set of counters that a pool shares out among its devices.
 *
 * @param name unique within the pool
 * @param counters what there is of each counter before anything is allocated
 */
public record CounterSetModel(String name, Map<String, Quantity> counters) {

  static CounterSetModel of(CounterSet set) {
    return new CounterSetModel(set.getName(), quantities(set.getCounters()));
  }

  static Map<String, Quantity> quantities(Map<String, Counter> counters) {
    Map<String, Quantity> parsed = new LinkedHashMap<>();
    if (counters != null) {
      counters.forEach((name, counter) -> parsed.put(name, Quantities.of(counter.getValue())));
    }
    return parsed;
  }
}
