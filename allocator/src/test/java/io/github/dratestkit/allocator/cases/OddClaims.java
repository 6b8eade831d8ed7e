package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import io.github.dratestkit.allocator.cases.OddCase.Theme;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws classes and claims: mixed alternatives, large numbers, constraints over parts of them. */
final class OddClaims {

  private static final List<String> CLASSES = List.of("any", "any", "gpu", "nic", "picky");

  private final Draw draw;
  private final Set<Theme> themes;
  private final Set<AllocatorFeature> features;
  private final OddSelector selectors;

  OddClaims(Draw draw, Set<Theme> themes, Set<AllocatorFeature> features) {
    this.draw = draw;
    this.themes = themes;
    this.features = features;
    this.selectors = new OddSelector(draw, themes.contains(Theme.FAILURES));
  }

  private boolean has(Theme theme) {
    return themes.contains(theme);
  }

  /** Says whether to use what a feature allows; while it is off that mostly ends the attempt. */
  private boolean uses(AllocatorFeature feature, int percent) {
    int on = features.contains(feature) ? percent : has(Theme.GATES) ? percent / 6 : 0;
    return draw.chance(on);
  }

  List<Map<String, Object>> classes() {
    List<Map<String, Object>> classes = new ArrayList<>();
    classes.add(deviceClass("any", List.of()));
    classes.add(deviceClass("gpu", List.of("device.driver == \"" + Drivers.GPU + "\"")));
    classes.add(deviceClass("nic", List.of("device.driver in [\"" + Drivers.NIC + "\", \"x\"]")));
    classes.add(deviceClass("picky", times(draw.between(1, 3), i -> selectors.next())));
    if (has(Theme.NAMES) && draw.chance(20)) {
      classes.add(0, deviceClass(draw.of("any", "gpu"), List.of("false")));
    }
    if (draw.chance(2)) {
      classes.remove(draw.between(0, classes.size() - 1));
    }
    return classes;
  }

  private Map<String, Object> deviceClass(String name, List<String> expressions) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("selectors", expressions.stream().map(OddClaims::selector).toList());
    if (draw.chance(25)) {
      spec.put("config", times(draw.between(1, 3), i -> opaque(name + i)));
    }
    return object("metadata", object("name", name), "spec", spec);
  }

  private static Map<String, Object> selector(String expression) {
    return object("cel", object("expression", expression));
  }

  private static Map<String, Object> opaque(String text) {
    return object(
        "opaque",
        object("driver", Drivers.GPU, "parameters", object("for", text, "list", list(1, "x"))));
  }

  List<Map<String, Object>> claims() {
    int number = has(Theme.LIMITS) ? draw.of(1, 1, 2) : draw.of(1, 1, 1, 2, 2, 3, 4);
    return times(number, this::claim);
  }

  private Map<String, Object> claim(int number) {
    int many = has(Theme.LIMITS) ? draw.of(1, 2, 2, 3) : draw.of(1, 1, 1, 2, 2, 3);
    List<Map<String, Object>> requests = times(many, i -> request("r" + i, i));
    List<String> names = RandomClaims.names(requests);
    Map<String, Object> devices = object("requests", requests);
    if (draw.chance(has(Theme.ATTRIBUTES) ? 75 : 20)) {
      devices.put("constraints", times(draw.of(1, 1, 2, 3), i -> constraint(names)));
    }
    if (draw.chance(25)) {
      devices.put("config", times(draw.of(1, 2, 4), i -> configuration(names, i)));
    }
    return object(
        "metadata",
        object("name", "c" + number, "namespace", "default", "uid", "uid-" + number),
        "spec",
        object("devices", devices));
  }

  private Map<String, Object> request(String name, int place) {
    boolean alternatives = has(Theme.ALTERNATIVES) || has(Theme.LIMITS);
    if (uses(AllocatorFeature.PrioritizedList, alternatives ? 55 : 10)) {
      int number = draw.of(1, 2, 2, 3, 8);
      return object(
          "name",
          name,
          "firstAvailable",
          times(
              number,
              i -> {
                Map<String, Object> sub = object("name", draw.chance(5) ? "r0" : "s" + i);
                sub.putAll(demand(place));
                return sub;
              }));
    }
    Map<String, Object> demand = demand(place);
    if (uses(AllocatorFeature.AdminAccess, has(Theme.ALTERNATIVES) || has(Theme.STATE) ? 25 : 4)) {
      demand.put("adminAccess", draw.chance(90));
    }
    return object("name", name, "exactly", demand);
  }

  private Map<String, Object> demand(int place) {
    Map<String, Object> demand = object("deviceClassName", draw.of(CLASSES));
    if (draw.chance(has(Theme.ALTERNATIVES) || has(Theme.LIMITS) ? 25 : 8)) {
      demand.put("allocationMode", "All");
    } else {
      demand.put("allocationMode", "ExactCount");
      demand.put("count", count(place));
    }
    if (draw.chance(has(Theme.FAILURES) ? 70 : 25)) {
      demand.put("selectors", times(draw.of(1, 1, 2, 3), i -> selector(selectors.next())));
    }
    if (draw.chance(30)) {
      demand.put("tolerations", times(draw.of(1, 1, 2), i -> toleration()));
    }
    if (uses(AllocatorFeature.ConsumableCapacity, has(Theme.POLICIES) ? 75 : 6)) {
      demand.put("capacity", capacity());
    }
    if (uses(AllocatorFeature.DerivedAttributes, has(Theme.ATTRIBUTES) ? 30 : 4)) {
      demand.put("derivedAttributes", times(draw.of(1, 1, 2), i -> derived(i)));
    }
    return demand;
  }

  private int count(int place) {
    if (has(Theme.LIMITS)) {
      return place == 0 ? draw.of(1, 2, 15, 16, 31, 32) : draw.of(1, 1, 2, 16, 17);
    }
    return draw.of(1, 1, 1, 2, 2, 3, 4);
  }

  private Map<String, Object> capacity() {
    Map<String, Object> requests = new LinkedHashMap<>();
    for (String name : draw.some(45, List.of("units", "memory", Drivers.GPU + "/memory", "no"))) {
      boolean rare = name.equals("no") || name.contains("/");
      if (!rare || draw.chance(10)) {
        requests.put(name, draw.chance(3) ? OddCase.extreme(draw) : OddCase.amount(draw));
      }
    }
    return draw.chance(3) ? object() : object("requests", requests);
  }

  private Map<String, Object> derived(int number) {
    return object(
        "name",
        number > 0 ? "example.com/other" : draw.of("example.com/derived", Drivers.ROOT),
        "expression",
        selectors.derivation());
  }

  private Map<String, Object> toleration() {
    Map<String, Object> toleration = new LinkedHashMap<>();
    if (draw.chance(75)) {
      toleration.put("key", draw.of("example.com/sick", "example.com/old", ""));
    }
    toleration.put("operator", draw.of("Exists", "Equal", "Exists", "Exists", "", "exists"));
    if (draw.chance(40)) {
      toleration.put("value", draw.of("yes", "no", ""));
    }
    if (draw.chance(40)) {
      toleration.put("effect", draw.of("NoSchedule", "NoExecute", "", "Other"));
    }
    return toleration;
  }

  private Map<String, Object> constraint(List<String> names) {
    String attribute =
        has(Theme.ATTRIBUTES)
            ? draw.of(
                Drivers.ROOT,
                "example.com/derived",
                "example.com/other",
                "example.com/mixed",
                "example.com/levels",
                draw.of(Drivers.ALL)
                    + "/"
                    + draw.of("tags", "version", "flag", "text", "big", "mixed", "model", "index"))
            : draw.of(Drivers.ROOT, Drivers.ROOT, Drivers.GPU + "/model", Drivers.NIC + "/index");
    Map<String, Object> constraint = new LinkedHashMap<>();
    if (draw.chance(55)) {
      constraint.put("requests", draw.some(50, names));
    }
    if (draw.chance(2)) {
      constraint.put("requests", list("r9", names.get(0)));
    }
    boolean distinct = features.contains(AllocatorFeature.ConsumableCapacity) || draw.chance(5);
    constraint.put(distinct && draw.chance(50) ? "distinctAttribute" : "matchAttribute", attribute);
    return constraint;
  }

  private Map<String, Object> configuration(List<String> names, int number) {
    Map<String, Object> configuration = opaque("claim" + number);
    if (draw.chance(70)) {
      configuration.put("requests", draw.some(45, names));
    }
    return configuration;
  }
}
