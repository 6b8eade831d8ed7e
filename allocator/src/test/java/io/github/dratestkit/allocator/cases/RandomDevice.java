package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import io.github.dratestkit.allocator.cases.RandomInventory.Drawn;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws devices of every kind; those of one case have much in common. */
final class RandomDevice {

  private final Draw draw;
  private final boolean shareable;
  private final boolean tainted;
  private final boolean capacities;
  private final boolean lists;
  private final List<Drawn> drawn = new ArrayList<>();

  RandomDevice(Draw draw, Set<AllocatorFeature> features) {
    this.draw = draw;
    this.shareable = draw.chance(features.contains(AllocatorFeature.ConsumableCapacity) ? 45 : 8);
    this.tainted = draw.chance(35);
    this.capacities = shareable || draw.chance(35);
    this.lists = draw.chance(30);
  }

  /** Returns the devices drawn so far. */
  List<Drawn> drawn() {
    return drawn;
  }

  /**
   * Draws a device.
   *
   * @param sets the counters of each counter set it may draw from
   * @param grouped whether it may have compatibility groups
   */
  Map<String, Object> of(
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
      device.put("bindsToNode", draw.chance(90));
    }
    if (draw.chance(2)) {
      device.put(
          "nodeAllocatableResources",
          object("cpu", object("mapping", object("deviceMultiplier", "2"))));
    }
    drawn.add(new Drawn(driver, pool, name, multiple, amounts));
    return device;
  }

  private Map<String, Object> attributes(String driver) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    if (draw.chance(96)) {
      String name = draw.chance(96) ? "model" : driver + "/model";
      attributes.put(name, object("string", draw.of("a", "b")));
    }
    attributes.put(
        "index",
        object("int", draw.chance(1) ? draw.of(-1, Integer.MIN_VALUE) : draw.between(0, 4)));
    if (draw.chance(3)) {
      attributes.put(draw.of("numa", "x", Drivers.ROOT + "/y"), draw.of(object("bool", true)));
    }
    if (draw.chance(90)) {
      attributes.put(
          draw.chance(80) ? "numa" : driver + "/numa", object("int", draw.between(0, 1)));
    }
    if (draw.chance(70)) {
      attributes.put(Drivers.ROOT, object("string", draw.of("root0", "root1", "root2")));
    }
    if (draw.chance(40)) {
      attributes.put(
          "version",
          object(
              "version",
              draw.chance(2)
                  ? draw.of("1.2", "v1.2.3", "01.2.3", "1.2.3-01", "")
                  : draw.of("1.0.0", "1.2.3", "2.0.0-rc.1", "1.2.3+build", "1.2.3-9")));
    }
    if (draw.chance(40)) {
      attributes.put("healthy", object("bool", draw.chance(80)));
    }
    if (draw.chance(50)) {
      attributes.put("node", object("string", draw.of("node-0", "node-1", "odd")));
    }
    if (lists) {
      addLists(attributes);
    }
    return attributes;
  }

  private void addLists(Map<String, Object> attributes) {
    attributes.put("tags", object("strings", draw.some(50, List.of("x", "y", "z"))));
    if (attributes.get("tags").equals(object("strings", List.of())) && draw.chance(90)) {
      attributes.put("tags", draw.of(object("string", "x"), object("strings", list("y"))));
    }
    if (draw.chance(50)) {
      attributes.put(
          "ports",
          draw.of(
              object("ints", draw.some(60, List.of(1, 2, 3))),
              object("ints", list(2)),
              object("int", 2)));
    }
    if (draw.chance(15)) {
      attributes.put(
          "levels",
          draw.of(
              object("versions", list("1.0.0", "1.2.3")),
              object("version", "1.2.3"),
              object("bools", list(true, false))));
    }
  }

  private Map<String, Object> capacity(String driver, List<String> amounts) {
    Map<String, Object> capacity = new LinkedHashMap<>();
    if (draw.chance(75)) {
      String name = draw.chance(95) ? "memory" : driver + "/memory";
      Map<String, Object> memory =
          object("value", draw.of("4Gi", "8Gi", "10Gi", "2500Mi", "1e10", "8192Mi"));
      if (draw.chance(15)) {
        memory.put(
            "requestPolicy",
            object("default", "1Gi", "validRange", object("min", "1Gi", "step", "1Gi")));
      }
      capacity.put(name, memory);
      amounts.add(name);
    }
    if (draw.chance(60)) {
      amounts.add("units");
      capacity.put("units", units());
    }
    return capacity;
  }

  private Map<String, Object> units() {
    Map<String, Object> units = object("value", draw.of("4", "10", "20", "7500m", "0"));
    int kind = draw.between(1, 100);
    if (kind <= 35) {
      return units;
    }
    Map<String, Object> policy;
    if (kind <= 60) {
      policy = object("default", draw.of("1", "2"));
      Map<String, Object> range = object("min", draw.of("1", "1", "0", "2"));
      if (draw.chance(50)) {
        range.put("max", draw.of("4", "10"));
      }
      if (draw.chance(60)) {
        range.put("step", draw.of("1", "3"));
      }
      policy.put("validRange", range);
    } else if (kind <= 75) {
      policy = object("default", "500m");
      policy.put(
          "validRange",
          object("min", draw.of("500m", "0.5"), "max", "4", "step", draw.of("250m", "500m")));
    } else if (kind <= 90) {
      policy = object("default", "2", "validValues", list("1", "2", "4"));
    } else if (kind <= 98) {
      policy = object("default", "1");
    } else {
      policy =
          draw.of(
              object("validValues", list("4", "1")),
              object("validRange", object("max", "3")),
              object("validRange", object("min", "100u", "step", "300u")),
              object("default", "9", "validRange", object("min", "1", "max", "3", "step", "1")),
              object());
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
      consumption.add(consumption(set.getKey(), set.getValue(), grouped));
      if (draw.chance(1)) {
        consumption.add(consumption(set.getKey(), set.getValue(), grouped));
      }
    }
    return consumption;
  }

  private Map<String, Object> consumption(String set, List<String> counters, boolean grouped) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    for (String counter : draw.some(85, counters)) {
      String amount =
          counter.equals("slots")
              ? draw.of("1", "2", "3", "4", "1", "2", draw.of("1500m", "0", "2e0"))
              : draw.of("1Gi", "2Gi", "1500Mi");
      amounts.put(draw.chance(1) ? "unknown" : counter, object("value", amount));
    }
    String name = draw.chance(1) ? "unknown" : set;
    Map<String, Object> use = object("counterSet", name, "counters", amounts);
    if (grouped && draw.chance(75)) {
      use.put("compatibilityGroups", draw.some(55, List.of("ga", "gb", "gc")));
    }
    return use;
  }

  private Map<String, Object> taint() {
    Map<String, Object> taint =
        object(
            "key",
            draw.of("example.com/sick", "example.com/old"),
            "value",
            draw.of("yes", "no"),
            "effect",
            draw.of("NoSchedule", "NoExecute", "None", "NoSchedule"));
    if (draw.chance(10)) {
      taint.remove("value");
    }
    if (draw.chance(3)) {
      taint.put("effect", "Sometimes");
    }
    return taint;
  }
}
