package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import io.github.dratestkit.allocator.cases.OddCase.Theme;
import io.github.dratestkit.allocator.cases.RandomInventory.Drawn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws pools: in several generations, in part, with counters in slices of their own. */
final class OddInventory {

  private final Draw draw;
  private final Set<Theme> themes;
  private final OddReach reach;
  private final OddDevice device;
  private final List<Map<String, Object>> slices = new ArrayList<>();

  OddInventory(Draw draw, Set<Theme> themes, OddReach reach) {
    this.draw = draw;
    this.themes = themes;
    this.reach = reach;
    this.device = new OddDevice(draw, themes);
    int pools = has(Theme.GENERATIONS) ? draw.between(4, 12) : draw.between(2, 5);
    List<List<String>> names = new ArrayList<>();
    for (int i = 0; i < pools; i++) {
      List<String> name = List.of(draw.of(Drivers.OF_POOLS), poolName());
      if (!names.contains(name)) {
        names.add(name);
        pool(name.get(0), name.get(1));
      }
    }
  }

  private boolean has(Theme theme) {
    return themes.contains(theme);
  }

  private String poolName() {
    return has(Theme.NAMES)
        ? draw.of("p", "P", "p/0", "p-0", "p.0", "p0", "10", "9", "é", "p".repeat(60))
        : "p" + draw.between(0, 12);
  }

  List<Map<String, Object>> slices() {
    return draw.shuffled(slices);
  }

  List<Drawn> devices() {
    return device.drawn();
  }

  private void pool(String driver, String pool) {
    int generations = has(Theme.GENERATIONS) ? draw.of(1, 2, 3) : 1;
    long generation = has(Theme.GENERATIONS) ? draw.of(0L, 1L, 7L, -3L, Long.MAX_VALUE - 5) : 1;
    for (int i = 0; i < generations; i++) {
      generation(driver, pool, generation + i, generations > 1 && draw.chance(60));
    }
  }

  /** Draws the slices of one generation; of a torn one some are missing or elsewhere. */
  private void generation(String driver, String pool, long generation, boolean torn) {
    boolean partitioned = has(Theme.PARTITIONS) || draw.chance(8);
    List<Map<String, Object>> parts = new ArrayList<>();
    Map<String, List<String>> sets = partitioned ? counterSets(parts) : Map.of();
    int number = has(Theme.LIMITS) ? draw.between(1, 2) : draw.between(1, 3);
    int[] next = {0};
    for (int i = 0; i < number; i++) {
      int size = has(Theme.LIMITS) ? draw.of(1, 16, 17, 31, 32, 33) : draw.between(1, 4);
      parts.add(
          object("devices", times(size, j -> device.of(driver, pool, name(next[0]++), sets))));
    }
    if (draw.chance(has(Theme.GENERATIONS) ? 10 : 2)) {
      parts.add(object("devices", list()));
    }
    int count = torn ? draw.between(1, parts.size() + 1) : parts.size();
    Map<String, Object> common = reach.ofSlice();
    for (Map<String, Object> part : parts) {
      if (torn && draw.chance(25)) {
        continue;
      }
      slice(driver, pool, generation, count, draw.chance(15) ? reach.ofSlice() : common, part);
    }
  }

  private String name(int number) {
    if (!has(Theme.NAMES)) {
      return "d" + number;
    }
    return draw.chance(4) ? draw.of("d0", "D1", "ü", "d-0") : draw.of("d", "D", "x/", "1") + number;
  }

  private void slice(
      String driver,
      String pool,
      long generation,
      int count,
      Map<String, Object> where,
      Map<String, Object> part) {
    Map<String, Object> spec = object("driver", driver);
    spec.put("pool", object("name", pool, "generation", generation, "resourceSliceCount", count));
    spec.putAll(where);
    spec.putAll(part);
    if (where.containsKey("perDeviceNodeSelection") && part.get("devices") instanceof List<?> all) {
      for (Object one : all) {
        asObject(one).putAll(reach.ofDevice());
      }
    }
    if (draw.chance(6)) {
      spec.put("skipNodeOperations", draw.of(list("*"), list("NodePrepareResources", "*")));
    }
    String name =
        has(Theme.NAMES)
            ? draw.of("S", "s", "s-", "0", "ß", "s.") + slices.size()
            : "s" + draw.between(0, 9) + "-" + slices.size();
    slices.add(object("metadata", object("name", name), "spec", spec));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asObject(Object value) {
    return (Map<String, Object>) value;
  }

  private Map<String, List<String>> counterSets(List<Map<String, Object>> parts) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    int slicesOfSets = draw.of(1, 1, 2, 3);
    for (int i = 0; i < slicesOfSets; i++) {
      List<Object> made = new ArrayList<>();
      int number = draw.between(1, 3);
      for (int j = 0; j < number; j++) {
        Map<String, Object> values = new LinkedHashMap<>();
        int counters = draw.of(1, 1, 2, 3);
        for (int k = 0; k < counters; k++) {
          values.put("k" + k, object("value", counterAmount()));
        }
        String name = "cs" + sets.size();
        sets.put(name, List.copyOf(values.keySet()));
        made.add(object("name", name, "counters", values));
      }
      parts.add(object("sharedCounters", made));
    }
    return sets;
  }

  private String counterAmount() {
    if (draw.chance(4)) {
      return OddCase.extreme(draw);
    }
    return draw.chance(25)
        ? OddCase.amount(draw)
        : draw.of("4", "8", "2500m", "3", "6", "1e1", "8Gi");
  }
}
