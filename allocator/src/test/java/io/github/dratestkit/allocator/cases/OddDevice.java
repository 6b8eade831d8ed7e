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

/** Draws devices with values at the edges of what the API reads. */
final class OddDevice {

  private final Draw draw;
  private final Set<Theme> themes;
  private final boolean shareable;
  private final List<Drawn> drawn = new ArrayList<>();

  OddDevice(Draw draw, Set<Theme> themes) {
    this.draw = draw;
    this.themes = themes;
    this.shareable = themes.contains(Theme.POLICIES) || draw.chance(20);
  }

  List<Drawn> drawn() {
    return drawn;
  }

  Map<String, Object> of(String driver, String pool, String name, Map<String, List<String>> sets) {
    Map<String, Object> device = object("name", name, "attributes", attributes(driver, name));
    List<String> amounts = new ArrayList<>();
    if (shareable || draw.chance(20)) {
      Map<String, Object> capacity = new LinkedHashMap<>();
      for (String key : draw.some(80, List.of("units", "memory"))) {
        capacity.put(key, capacity());
        amounts.add(key);
      }
      if (draw.chance(10)) {
        capacity.put(driver + "/memory", capacity());
        amounts.add(driver + "/memory");
      }
      device.put("capacity", capacity);
    }
    boolean multiple = shareable && draw.chance(75);
    if (multiple || draw.chance(3)) {
      device.put("allowMultipleAllocations", multiple);
    }
    if (!sets.isEmpty() && draw.chance(90)) {
      device.put("consumesCounters", consumption(sets));
    }
    if (draw.chance(12)) {
      device.put("taints", times(draw.of(1, 1, 2), i -> taint()));
    }
    if (draw.chance(5)) {
      device.put("bindingConditions", draw.of(list("ready"), list("a", "b")));
      device.put("bindingFailureConditions", draw.of(list(), list("broken")));
    }
    if (draw.chance(3)) {
      device.put("bindsToNode", draw.chance(70));
    }
    drawn.add(new Drawn(driver, pool, name, multiple, amounts));
    return device;
  }

  private Map<String, Object> taint() {
    Map<String, Object> taint = object("key", draw.of("example.com/sick", "example.com/old"));
    if (draw.chance(70)) {
      taint.put("value", draw.of("yes", "no", ""));
    }
    taint.put("effect", draw.of("NoSchedule", "NoExecute", "None", "NoSchedule", "Other"));
    return taint;
  }

  private Map<String, Object> attributes(String driver, String name) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("index", object("int", number(name)));
    attributes.put(
        draw.chance(90) ? "model" : driver + "/model", object("string", draw.of("a", "b", "c")));
    if (draw.chance(85)) {
      attributes.put(Drivers.ROOT, object("string", "root" + draw.between(0, 2)));
    }
    if (themes.contains(Theme.ATTRIBUTES) || draw.chance(10)) {
      attributes.put("version", object("version", version()));
      attributes.put("flag", object("bool", draw.chance(60)));
      attributes.put("text", object("string", OddCase.word(draw)));
      attributes.put("big", object("int", draw.of(0L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53)));
      attributes.put("tags", tags());
      attributes.put(draw.of("mixed", driver + "/mixed", "example.com/mixed"), mixed());
      attributes.put("example.com/levels", object("versions", list(version(), version())));
    }
    return attributes;
  }

  private static int number(String name) {
    int number = 0;
    for (char letter : name.toCharArray()) {
      number = letter >= '0' && letter <= '9' ? 10 * number + letter - '0' : number;
    }
    return number;
  }

  private String version() {
    return draw.of(
        "1.0.0", "1.2.3", "1.2.3-alpha.1", "1.2.3+b1", "1.2.3+b2", "10.0.0", "0.0.0-0", "2.0.0");
  }

  private Map<String, Object> tags() {
    return draw.of(
        object("strings", draw.some(55, List.of("x", "y", "z", ""))),
        object("strings", list("x", "x", "y")),
        object("string", draw.of("x", "y")),
        object("ints", list(1, 2)));
  }

  private Map<String, Object> mixed() {
    return draw.of(
        object("string", "1"),
        object("int", 1),
        object("bool", true),
        object("version", "1.0.0"),
        object("ints", list(1, 2, Long.MAX_VALUE)),
        object("bools", list(true)),
        object("strings", list("1")),
        object("versions", list("1.0.0")));
  }

  private Map<String, Object> capacity() {
    if (!themes.contains(Theme.POLICIES)) {
      return object("value", draw.of("10", "4", "16Gi"));
    }
    Map<String, Object> capacity = object("value", total());
    if (draw.chance(75)) {
      capacity.put("requestPolicy", policy());
    }
    return capacity;
  }

  private String total() {
    return draw.chance(4)
        ? OddCase.extreme(draw)
        : draw.of("10", "4", "7500m", "1Ki", "1e1", "0", "12", OddCase.amount(draw));
  }

  private Map<String, Object> policy() {
    Map<String, Object> policy = object("default", step());
    if (draw.chance(10)) {
      policy.remove("default");
    }
    int kind = draw.between(1, 10);
    if (kind <= 6) {
      Map<String, Object> range = object("min", step());
      if (draw.chance(60)) {
        range.put("max", draw.of("4", "10", "3500m", "5", "1Ki"));
      }
      if (draw.chance(60)) {
        range.put("step", step());
      }
      if (draw.chance(5)) {
        range.remove("min");
      }
      policy.put("validRange", range);
    } else if (kind <= 9) {
      policy.put(
          "validValues", times(draw.between(1, 4), i -> draw.of("1", "2", "4", step(), "2000m")));
    }
    return policy;
  }

  private String step() {
    return draw.chance(3)
        ? OddCase.extreme(draw)
        : draw.of("1", "2", "500m", "250m", "0.5", "1e0", "3", "0", "100u", "1.0", "2k");
  }

  private List<Object> consumption(Map<String, List<String>> sets) {
    List<Object> uses = new ArrayList<>();
    for (Map.Entry<String, List<String>> set : draw.shuffled(List.copyOf(sets.entrySet()))) {
      if (uses.size() < 3 && draw.chance(sets.size() <= 2 ? 75 : 40)) {
        uses.add(consumption(set.getKey(), set.getValue()));
      }
    }
    return uses;
  }

  private Map<String, Object> consumption(String set, List<String> counters) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    for (String counter : draw.some(75, counters)) {
      amounts.put(counter, object("value", consumedAmount()));
    }
    Map<String, Object> use =
        object(
            "counterSet",
            draw.chance(themes.contains(Theme.NAMES) ? 2 : 0) ? "gone" : set,
            "counters",
            amounts);
    if (draw.chance(themes.contains(Theme.PARTITIONS) ? 25 : 3)) {
      use.put("compatibilityGroups", draw.some(50, List.of("ga", "gb", "gc")));
    }
    return use;
  }

  private String consumedAmount() {
    if (draw.chance(2)) {
      return OddCase.extreme(draw);
    }
    return draw.chance(20) ? OddCase.amount(draw) : draw.of("1", "2", "4", "500m", "3", "2Gi");
  }
}
