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
  private final RandomReach reach;
  private final RandomDevice device;
  private final List<Map<String, Object>> slices = new ArrayList<>();

  /** In some cases nothing is torn or contradictory, so that searches go deep. */
  private final boolean sound;

  /** How many devices a slice has at most. */
  private final int most;

  RandomInventory(Draw draw, Set<AllocatorFeature> features, AllocatorVariant variant) {
    this.draw = draw;
    this.features = features;
    this.reach = new RandomReach(draw, features, variant);
    this.device = new RandomDevice(draw, features);
    this.sound = draw.chance(50);
    this.most = draw.chance(6) ? 20 : 4;
    int pools = draw.chance(12) ? draw.between(5, 9) : draw.between(2, 4);
    List<String> poolNames =
        pools < 5
            ? List.of("p0", "p1", "node-1")
            : List.of("p0", "p1", "p2", "p10", "p-1", "a.b/c", "node-1", "node-1.x");
    List<List<String>> names = new ArrayList<>();
    for (int i = 0; i < pools; i++) {
      List<String> name = List.of(draw.of(Drivers.OF_POOLS), draw.of(poolNames));
      if (!names.contains(name) || (!sound && draw.chance(40))) {
        names.add(name);
        pool(name.get(0), name.get(1));
      }
    }
  }

  List<Map<String, Object>> slices() {
    return draw.shuffled(slices);
  }

  List<Drawn> devices() {
    return device.drawn();
  }

  private boolean has(AllocatorFeature feature) {
    return features.contains(feature);
  }

  private boolean rarelyUnless(AllocatorFeature feature, int on, int off) {
    return draw.chance(has(feature) ? on : off);
  }

  private boolean faulty(int percent) {
    return !sound && draw.chance(percent);
  }

  private void pool(String driver, String pool) {
    boolean partitioned = rarelyUnless(AllocatorFeature.PartitionableDevices, 40, 6);
    boolean grouped = partitioned && rarelyUnless(AllocatorFeature.CompatibilityGroups, 40, 4);
    int generation = draw.between(1, 2);
    Map<String, Object> common = reach.ofSlice();
    List<Map<String, Object>> parts = new ArrayList<>();
    Map<String, List<String>> sets = partitioned ? counterSets(parts) : Map.of();
    int deviceSlices = draw.between(1, 3);
    int[] number = {0};
    for (int i = 0; i < deviceSlices; i++) {
      parts.add(
          object(
              "devices",
              times(
                  draw.between(1, partitioned ? most + 1 : most),
                  j -> device.of(driver, pool, "d" + number[0]++, sets, grouped))));
    }
    if (faulty(4)) {
      parts.get(parts.size() - 1).put("devices", list(object("name", "d0")));
    }
    if (faulty(3) && partitioned) {
      parts.get(0).put("devices", list(object("name", "beside")));
    }
    int count = faulty(8) ? draw.between(1, parts.size() + 1) : parts.size();
    for (int i = 0; i < parts.size(); i++) {
      if (faulty(2)) {
        continue;
      }
      int own = faulty(4) ? count + 1 : count;
      Map<String, Object> where = draw.chance(12) ? reach.ofSlice() : common;
      slice(driver, pool, generation, own, where, parts.get(i), i);
    }
    if (draw.chance(10)) {
      List<Object> old = list(device.of(driver, pool, "old", Map.of(), false));
      int before = generation + (sound ? -1 : draw.of(-1, -1, 1));
      slice(driver, pool, before, draw.between(1, 2), reach.ofSlice(), object("devices", old), 9);
    }
  }

  private void slice(
      String driver,
      String pool,
      int generation,
      int count,
      Map<String, Object> where,
      Map<String, Object> part,
      int number) {
    Map<String, Object> spec =
        object(
            "driver",
            driver,
            "pool",
            object("name", pool, "generation", generation, "resourceSliceCount", count));
    spec.putAll(where);
    spec.putAll(part);
    boolean perDevice = where.containsKey("perDeviceNodeSelection") || draw.chance(1);
    if (perDevice && part.get("devices") instanceof List<?> all) {
      for (Object one : all) {
        asObject(one).putAll(draw.chance(90) ? reach.ofDevice() : Map.of());
      }
    }
    if (draw.chance(has(AllocatorFeature.OptionalNodeOperations) ? 10 : 2)) {
      spec.put(
          "skipNodeOperations",
          draw.of(list("NodePrepareResources"), list("*"), list("NodePrepareResources", "*")));
    }
    String name =
        draw.of("a", "b", "c") + "-" + pool + "-" + driver.charAt(0) + number + "-" + slices.size();
    slices.add(object("metadata", object("name", name), "spec", spec));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asObject(Object value) {
    return (Map<String, Object>) value;
  }

  private Map<String, List<String>> counterSets(List<Map<String, Object>> parts) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    List<Object> made = new ArrayList<>();
    int number = draw.chance(10) ? draw.between(3, 5) : draw.between(1, 2);
    for (int i = 0; i < number; i++) {
      String name = faulty(3) ? "cs0" : "cs" + i;
      List<String> counters = draw.chance(50) ? List.of("slots") : List.of("slots", "memory");
      Map<String, Object> values = new LinkedHashMap<>();
      for (String counter : counters) {
        String value =
            counter.equals("slots")
                ? String.valueOf(draw.between(2, most * 2))
                : draw.of("8Gi", "4500Mi");
        values.put(counter, object("value", value));
      }
      sets.put(name, counters);
      made.add(object("name", name, "counters", values));
    }
    if (made.size() >= 2 && draw.chance(20)) {
      made.forEach(one -> parts.add(object("sharedCounters", list(one))));
    } else {
      parts.add(object("sharedCounters", made));
    }
    return sets;
  }
}
