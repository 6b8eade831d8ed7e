package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws slices: pools whole and torn, valid and not, with every kind of device. */
final class RandomInventory {

  /** A device that was drawn, for drawing what is in use. */
  record Drawn(
      String driver, String pool, String device, boolean shareable, List<String> amounts) {}

  private final Draw draw;
  private final Set<AllocatorFeature> features;
  private final List<Map<String, Object>> slices = new ArrayList<>();
  private final List<Drawn> devices = new ArrayList<>();
  private final boolean shareable;
  private final boolean tainted;
  private final boolean capacities;
  private final boolean lists;
  private final boolean stable;

  RandomInventory(Draw draw, Set<AllocatorFeature> features, AllocatorVariant variant) {
    this.draw = draw;
    this.stable = variant == AllocatorVariant.STABLE;
    this.features = features;
    this.shareable = draw.chance(45);
    this.tainted = draw.chance(35);
    this.capacities = shareable || draw.chance(35);
    this.lists = draw.chance(30);
    int pools = draw.between(2, 4);
    for (int i = 0; i < pools; i++) {
      pool(draw.of(Drivers.ALL), draw.of("p0", "p1", "node-1"));
    }
  }

  List<Map<String, Object>> slices() {
    return draw.shuffled(slices);
  }

  List<Drawn> devices() {
    return devices;
  }

  private boolean has(AllocatorFeature feature) {
    return features.contains(feature);
  }

  private boolean rarelyUnless(AllocatorFeature feature, int on, int off) {
    return draw.chance(has(feature) ? on : off);
  }

  private void pool(String driver, String pool) {
    boolean partitioned = rarelyUnless(AllocatorFeature.PartitionableDevices, 40, 6);
    boolean grouped = partitioned && rarelyUnless(AllocatorFeature.CompatibilityGroups, 40, 4);
    int generation = draw.between(1, 2);
    Map<String, Object> reach = reach();
    List<Map<String, Object>> parts = new ArrayList<>();
    Map<String, List<String>> sets = partitioned ? counterSets(parts) : Map.of();
    int deviceSlices = draw.between(1, 3);
    int[] number = {0};
    for (int i = 0; i < deviceSlices; i++) {
      parts.add(
          object(
              "devices",
              times(
                  draw.between(1, partitioned ? 5 : 4),
                  j -> device(driver, pool, "d" + number[0]++, sets, grouped))));
    }
    if (draw.chance(3)) {
      parts.get(parts.size() - 1).put("devices", list(object("name", "d0")));
    }
    int count = draw.chance(4) ? draw.between(1, parts.size() + 1) : parts.size();
    for (int i = 0; i < parts.size(); i++) {
      if (draw.chance(1)) {
        continue;
      }
      int own = draw.chance(2) ? count + 1 : count;
      slice(driver, pool, generation, own, draw.chance(12) ? reach() : reach, parts.get(i), i);
    }
    if (draw.chance(10)) {
      List<Object> old = list(device(driver, pool, "old", Map.of(), false));
      int before = generation + draw.of(-1, -1, 1);
      slice(driver, pool, before, draw.between(1, 2), reach(), object("devices", old), 9);
    }
  }

  private void slice(
      String driver,
      String pool,
      int generation,
      int count,
      Map<String, Object> reach,
      Map<String, Object> part,
      int number) {
    Map<String, Object> spec =
        object(
            "driver",
            driver,
            "pool",
            object("name", pool, "generation", generation, "resourceSliceCount", count));
    spec.putAll(reach);
    spec.putAll(part);
    if (reach.containsKey("perDeviceNodeSelection") && part.get("devices") instanceof List<?> all) {
      for (Object device : all) {
        asObject(device).putAll(draw.chance(90) ? reachOfDevice() : Map.of());
      }
    }
    if (draw.chance(features.contains(AllocatorFeature.OptionalNodeOperations) ? 10 : 2)) {
      spec.put("skipNodeOperations", list("NodePrepareResources"));
    }
    String name =
        draw.of("a", "b", "c") + "-" + pool + "-" + driver.charAt(0) + number + "-" + slices.size();
    slices.add(object("metadata", object("name", name), "spec", spec));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asObject(Object value) {
    return (Map<String, Object>) value;
  }

  private Map<String, Object> reach() {
    int kind = draw.between(1, 100);
    if (kind <= 56) {
      return object("nodeName", "node-1");
    }
    if (kind <= 59) {
      return object("nodeName", "node-2");
    }
    if (kind <= 70) {
      return object("allNodes", true);
    }
    if (kind <= 84) {
      return object("nodeSelector", selector(1));
    }
    if (kind <= 99) {
      boolean works = has(AllocatorFeature.PartitionableDevices) || draw.chance(15);
      return works ? object("perDeviceNodeSelection", true) : object("allNodes", true);
    }
    return draw.chance(50) ? object() : object("perDeviceNodeSelection", false);
  }

  private Map<String, Object> reachOfDevice() {
    int kind = draw.between(1, 100);
    if (kind <= 50) {
      return object("nodeName", draw.of("node-1", "node-1", "node-2"));
    }
    return kind <= 70
        ? object("allNodes", true)
        : object("nodeSelector", selector(!stable && draw.chance(10) ? 2 : 1));
  }

  private Map<String, Object> selector(int terms) {
    return object("nodeSelectorTerms", times(terms, i -> term()));
  }

  private Map<String, Object> term() {
    if (draw.chance(1)) {
      return object("matchExpressions", list(object("key", "zone", "operator", "Near")));
    }
    Map<String, Object> term = new LinkedHashMap<>();
    if (draw.chance(15)) {
      String name = draw.of("node-1", "node-2");
      term.put(
          "matchFields",
          list(object("key", "metadata.name", "operator", "In", "values", list(name))));
    }
    List<Object> expressions = new ArrayList<>();
    if (term.isEmpty() || draw.chance(60)) {
      expressions.add(requirement());
    }
    if (draw.chance(25)) {
      expressions.add(requirement());
    }
    if (!expressions.isEmpty()) {
      term.put("matchExpressions", expressions);
    }
    return term;
  }

  private Map<String, Object> requirement() {
    return draw.of(
        object("key", "zone", "operator", "In", "values", list("a", "b")),
        object("key", "zone", "operator", "Exists"),
        object("key", "zone", "operator", "In", "values", list("b", "a")),
        object("key", "zone", "operator", "NotIn", "values", list("b")),
        object("key", "rack", "operator", "Exists"),
        object("key", "rack", "operator", "In", "values", list("r1")),
        object("key", "slots", "operator", "Gt", "values", list("3")),
        object("key", "slots", "operator", "Lt", "values", list("3")),
        object("key", "nothing", "operator", "DoesNotExist"));
  }

  private Map<String, List<String>> counterSets(List<Map<String, Object>> parts) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    List<Object> made = new ArrayList<>();
    int number = draw.between(1, 2);
    for (int i = 0; i < number; i++) {
      String name = draw.chance(2) ? "cs0" : "cs" + i;
      List<String> counters = draw.chance(50) ? List.of("slots") : List.of("slots", "memory");
      Map<String, Object> values = new LinkedHashMap<>();
      for (String counter : counters) {
        String value =
            counter.equals("slots") ? String.valueOf(draw.between(2, 8)) : draw.of("8Gi", "4500Mi");
        values.put(counter, object("value", value));
      }
      sets.put(name, counters);
      made.add(object("name", name, "counters", values));
    }
    parts.add(object("sharedCounters", made));
    return sets;
  }

  private Map<String, Object> device(
      String driver, String pool, String name, Map<String, List<String>> sets, boolean grouped) {
    Map<String, Object> device = object("name", name);
    device.put("attributes", attributes(driver));
    List<String> amounts = new ArrayList<>();
    if (capacities && draw.chance(80)) {
      device.put("capacity", capacity(driver, amounts));
    }
    boolean multiple = shareable && draw.chance(60);
    if (multiple || draw.chance(3)) {
      device.put("allowMultipleAllocations", multiple);
    }
    if (!sets.isEmpty() && draw.chance(85)) {
      device.put("consumesCounters", consumption(sets, grouped));
    }
    if (tainted && draw.chance(35)) {
      device.put("taints", times(draw.of(1, 1, 2), i -> taint()));
    }
    if (draw.chance(6)) {
      device.put("bindingConditions", list("ready"));
      device.put("bindingFailureConditions", list("broken"));
    }
    if (draw.chance(4)) {
      device.put("bindsToNode", true);
    }
    devices.add(new Drawn(driver, pool, name, multiple, amounts));
    return device;
  }

  private Map<String, Object> attributes(String driver) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    if (draw.chance(96)) {
      attributes.put("model", object("string", draw.of("a", "b")));
    }
    attributes.put("index", object("int", draw.between(0, 4)));
    if (draw.chance(90)) {
      attributes.put(
          draw.chance(80) ? "numa" : driver + "/numa", object("int", draw.between(0, 1)));
    }
    if (draw.chance(70)) {
      attributes.put(Drivers.ROOT, object("string", draw.of("root0", "root1", "root2")));
    }
    if (draw.chance(40)) {
      attributes.put("version", object("version", draw.of("1.0.0", "1.2.3", "2.0.0-rc.1")));
    }
    if (draw.chance(40)) {
      attributes.put("healthy", object("bool", draw.chance(80)));
    }
    if (draw.chance(50)) {
      attributes.put("node", object("string", draw.of("node-0", "node-1", "odd")));
    }
    if (lists) {
      attributes.put("tags", object("strings", draw.some(50, List.of("x", "y", "z"))));
      if (attributes.get("tags").equals(object("strings", List.of()))) {
        attributes.put("tags", draw.of(object("string", "x"), object("strings", list("y"))));
      }
    }
    return attributes;
  }

  private Map<String, Object> capacity(String driver, List<String> amounts) {
    Map<String, Object> capacity = new LinkedHashMap<>();
    if (draw.chance(75)) {
      capacity.put(
          draw.chance(95) ? "memory" : driver + "/memory",
          object("value", draw.of("4Gi", "8Gi", "10Gi", "2500Mi", "1e10")));
      amounts.add("memory");
    }
    if (draw.chance(60)) {
      amounts.add("units");
      capacity.put("units", units());
    }
    return capacity;
  }

  private Map<String, Object> units() {
    Map<String, Object> units = object("value", draw.of("4", "10", "20"));
    int kind = draw.between(1, 100);
    if (kind <= 35) {
      return units;
    }
    Map<String, Object> policy;
    if (kind <= 60) {
      policy = object("default", draw.of("1", "2"));
      Map<String, Object> range = object("min", "1");
      if (draw.chance(50)) {
        range.put("max", draw.of("4", "10"));
      }
      if (draw.chance(60)) {
        range.put("step", draw.of("1", "3"));
      }
      policy.put("validRange", range);
    } else if (kind <= 75) {
      policy = object("default", "500m");
      policy.put("validRange", object("min", "500m", "max", "4", "step", draw.of("250m", "500m")));
    } else if (kind <= 92) {
      policy = object("default", "2", "validValues", list("1", "2", "4"));
    } else {
      policy = object("default", "1");
    }
    units.put("requestPolicy", policy);
    return units;
  }

  private List<Object> consumption(Map<String, List<String>> sets, boolean grouped) {
    List<Object> consumption = new ArrayList<>();
    for (Map.Entry<String, List<String>> set : sets.entrySet()) {
      if (!draw.chance(sets.size() == 1 ? 100 : 65)) {
        continue;
      }
      Map<String, Object> counters = new LinkedHashMap<>();
      for (String counter : draw.some(85, set.getValue())) {
        String amount =
            counter.equals("slots")
                ? String.valueOf(draw.between(1, 4))
                : draw.of("1Gi", "2Gi", "1500Mi");
        counters.put(draw.chance(1) ? "unknown" : counter, object("value", amount));
      }
      String name = draw.chance(1) ? "unknown" : set.getKey();
      Map<String, Object> use = object("counterSet", name, "counters", counters);
      if (grouped && draw.chance(75)) {
        List<String> groups = draw.some(55, List.of("ga", "gb", "gc"));
        use.put("compatibilityGroups", groups);
      }
      consumption.add(use);
    }
    return consumption;
  }

  private Map<String, Object> taint() {
    return object(
        "key",
        draw.of("example.com/sick", "example.com/old"),
        "value",
        draw.of("yes", "no"),
        "effect",
        draw.of("NoSchedule", "NoExecute", "None", "NoSchedule"));
  }
}
