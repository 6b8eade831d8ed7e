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

/** Draws device classes and claims that ask in every way there is. */
final class RandomClaims {

  private static final List<String> CLASSES = List.of("gpu", "nic", "any", "small");

  /** Exceeds what one evaluation may cost. */
  private static final String COSTLY =
      "[0,1,2,3,4,5,6,7,8,9].all(a, [0,1,2,3,4,5,6,7,8,9].all(b, [0,1,2,3,4,5,6,7,8,9].all(c, "
          + "[0,1,2,3,4,5,6,7,8,9].all(d, [0,1,2,3,4,5,6,7,8,9].all(e, a + b + c + d + e < 99)))))";

  private final Draw draw;
  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;
  private final boolean failing;
  private final boolean capacity;

  /**
   * @param failing whether selectors may fail at run time or not compile
   */
  RandomClaims(
      Draw draw, Set<AllocatorFeature> features, AllocatorVariant variant, boolean failing) {
    this.draw = draw;
    this.features = features;
    this.variant = variant;
    this.failing = failing;
    this.capacity = draw.chance(features.contains(AllocatorFeature.ConsumableCapacity) ? 55 : 5);
  }

  List<Map<String, Object>> classes() {
    List<Map<String, Object>> classes = new ArrayList<>();
    classes.add(deviceClass("gpu", List.of("device.driver == \"" + Drivers.GPU + "\"")));
    classes.add(deviceClass("nic", List.of("device.driver == \"" + Drivers.NIC + "\"")));
    classes.add(deviceClass("any", List.of()));
    if (draw.chance(3)) {
      classes.get(2).remove("spec");
    }
    classes.add(
        deviceClass(
            "small", List.of("device.driver != \"x\"", ofEither("index", "%s <= 2", "true"))));
    if (draw.chance(3)) {
      classes.remove(draw.between(0, 3));
    }
    if (failing && draw.chance(10)) {
      classes.set(0, deviceClass("gpu", List.of(expression())));
    }
    return classes;
  }

  private Map<String, Object> deviceClass(String name, List<String> expressions) {
    Map<String, Object> spec = new LinkedHashMap<>();
    if (!expressions.isEmpty()) {
      spec.put("selectors", expressions.stream().map(this::selector).toList());
    }
    if (draw.chance(25)) {
      spec.put(
          "config",
          times(draw.of(1, 1, 2), i -> object("opaque", opaque("class-" + name + "-" + i))));
    }
    return object("metadata", object("name", name), "spec", spec);
  }

  private Map<String, Object> selector(String expression) {
    return object("cel", object("expression", expression));
  }

  private static Map<String, Object> opaque(String text) {
    String driver = text.endsWith("1") ? Drivers.NIC : Drivers.GPU;
    return object("driver", driver, "parameters", object("for", text));
  }

  List<Map<String, Object>> claims() {
    return times(draw.of(1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, draw.of(0, 4)), this::claim);
  }

  private Map<String, Object> claim(int number) {
    int many = draw.chance(2) ? draw.between(4, 9) : draw.of(1, 1, 1, 2, 2, 3);
    List<Map<String, Object>> requests = times(many, i -> request("r" + i));
    List<String> names = names(requests);
    Map<String, Object> devices = object("requests", requests);
    if (draw.chance(1)) {
      requests.clear();
      names.clear();
      names.add("none");
    }
    if (draw.chance(35)) {
      devices.put("constraints", times(draw.of(1, 1, 2, draw.of(2, 4)), i -> constraint(names)));
    }
    if (draw.chance(25)) {
      devices.put("config", times(draw.of(1, 2), i -> configuration(names, number)));
    }
    return object(
        "metadata",
        object(
            "name",
            "c" + (draw.chance(2) ? 0 : number),
            "namespace",
            draw.chance(4) ? "other" : "default",
            "uid",
            "uid-" + number),
        "spec",
        object("devices", devices));
  }

  /** Returns the names of requests, and of their alternatives, as configuration names them. */
  static List<String> names(List<Map<String, Object>> requests) {
    List<String> names = new ArrayList<>();
    for (Map<String, Object> request : requests) {
      names.add((String) request.get("name"));
      if (request.get("firstAvailable") instanceof List<?> subRequests) {
        for (Object sub : subRequests) {
          names.add(request.get("name") + "/" + ((Map<?, ?>) sub).get("name"));
        }
      }
    }
    return names;
  }

  private Map<String, Object> request(String name) {
    boolean prioritized = draw.chance(features.contains(AllocatorFeature.PrioritizedList) ? 25 : 2);
    if (prioritized) {
      return object(
          "name",
          name,
          "firstAvailable",
          times(
              draw.chance(8) ? draw.between(4, 8) : draw.between(1, 3),
              i -> {
                Map<String, Object> sub = object("name", draw.chance(3) ? name : "s" + i);
                sub.putAll(demand(draw.chance(4) ? draw.between(17, 34) : 0));
                return sub;
              }));
    }
    Map<String, Object> demand = demand(draw.chance(2) ? draw.between(15, 34) : 0);
    int admin = features.contains(AllocatorFeature.AdminAccess) ? 12 : 1;
    if (draw.chance(admin)) {
      demand.put("adminAccess", draw.chance(85));
    }
    return object("name", name, "exactly", demand);
  }

  private Map<String, Object> demand(int large) {
    Map<String, Object> demand =
        object("deviceClassName", draw.chance(1) ? "missing" : draw.of(draw.of(CLASSES), "any"));
    if (draw.chance(10) && large == 0) {
      demand.put("allocationMode", "All");
    } else {
      demand.put("allocationMode", "ExactCount");
      demand.put("count", large > 0 ? large : draw.of(1, 1, 1, 2, 2, 3, draw.of(4, 5)));
    }
    if (draw.chance(35)) {
      demand.put("selectors", times(draw.of(1, 1, 2), i -> selector(expression())));
    }
    if (draw.chance(35)) {
      demand.put("tolerations", times(draw.of(1, 2), i -> toleration()));
    }
    if (capacity && draw.chance(45)) {
      demand.put("capacity", object("requests", capacityRequests()));
    }
    int derived = features.contains(AllocatorFeature.DerivedAttributes) ? 22 : 1;
    if (draw.chance(derived)) {
      demand.put("derivedAttributes", list(derivedAttribute()));
    }
    return demand;
  }

  private Map<String, Object> capacityRequests() {
    Map<String, Object> requests = new LinkedHashMap<>();
    if (draw.chance(65)) {
      requests.put("units", draw.of("1", "1", "2", "2", "3", "4", "600m", "0", "7", "1500m"));
    }
    if (requests.isEmpty() || draw.chance(30)) {
      requests.put("memory", draw.of("1Gi", "3Gi", "5Gi", "2G", "500Mi", "1.5Gi"));
    }
    if (draw.chance(3)) {
      requests.put(Drivers.GPU + "/memory", "1Gi");
    }
    if (failing && draw.chance(15)) {
      requests.put(
          "units", draw.of("-1", "500500u", "9223372036854775808", "1e20", "9223372036854775807"));
    }
    return requests;
  }

  private Map<String, Object> derivedAttribute() {
    String node = "device.attributes[\"" + draw.of(Drivers.ALL) + "\"].node";
    String expression =
        draw.of(
            ofEither("index", "%s %% 2", "7"),
            ofEither("model", "%s + \"!\"", "\"none\""),
            ofEither("node", "%s.substring(0, 3)", "\"none\""),
            "[\"x\", device.driver]",
            "[device.driver, \"x\"]",
            "true",
            "[]",
            ofEither("version", "%s", "semver(\"1.2.3\")"),
            ofEither("tags", "%s", "[\"x\"]"),
            ofEither("numa", "[%s, 1]", "[0]"),
            failing ? node + ".substring(5)" : "\"same\"",
            failing
                ? draw.of(
                    "null", "1.5", "size(", "[device.attributes[\"gpu.example.com\"].index, 3]")
                : "1");
    return object(
        "name",
        draw.of(Drivers.GPU + "/numa", "example.com/derived", Drivers.ROOT),
        "expression",
        expression);
  }

  /** An expression over an attribute of whichever driver has it, that never fails. */
  private static String ofEither(String attribute, String expression, String otherwise) {
    String gpu = "device.attributes[\"" + Drivers.GPU + "\"]." + attribute;
    String nic = "device.attributes[\"" + Drivers.NIC + "\"]." + attribute;
    return "has("
        + gpu
        + ") ? "
        + String.format(expression, gpu)
        + " : (has("
        + nic
        + ") ? "
        + String.format(expression, nic)
        + " : "
        + otherwise
        + ")";
  }

  private String expression() {
    String driver = draw.of(Drivers.ALL);
    String attributes = "device.attributes[\"" + driver + "\"]";
    String memory = "device.capacity[\"" + driver + "\"].memory";
    if (failing && draw.chance(35)) {
      return draw.of(
          attributes + ".model == \"a\"",
          attributes + ".index < " + draw.between(1, 4),
          attributes + ".healthy",
          memory + ".isGreaterThan(quantity(\"3Gi\"))",
          attributes + ".model > 1",
          attributes + ".version.isGreaterThan(semver(\"1.1.0\"))",
          attributes + ".index",
          attributes + ".index / (" + attributes + ".index - 1) >= 0",
          "device.attributes[\"" + driver + "\"].model.substring(1, 0) == \"\"",
          "[1, 2, 3][" + attributes + ".index] > 1",
          draw.chance(10) ? COSTLY : "dyn(device.driver) < 3",
          "device.nothing == 1",
          "device.driver ==",
          "\"text\"");
    }
    return draw.of(
        ofEither("model", "%s == \"" + draw.of("a", "b") + "\"", "false"),
        ofEither("index", "%s <= " + draw.between(0, 4), "true"),
        ofEither("numa", "%s == " + draw.between(0, 1), "false"),
        ofEither("healthy", "%s", "true"),
        ofEither("version", "%s.compareTo(semver(\"1.2.0\")) >= 0", "true"),
        attributes + ".?index.orValue(1) != " + draw.between(0, 3),
        "has(" + memory + ") && " + memory + ".compareTo(quantity(\"4Gi\")) >= 0",
        "has(" + memory + ") || device.driver.startsWith(\"" + draw.of("gpu", "nic") + "\")",
        "\"" + Drivers.GPU + "\" in device.attributes",
        variant == AllocatorVariant.STABLE ? "true" : "!device.allowMultipleAllocations",
        "device.attributes[\"resource.kubernetes.io\"].?pcieRoot.orValue(\"\") != \""
            + draw.of("root0", "root1")
            + "\"",
        attributes + ".?tags.orValue([\"x\"]).includes(\"" + draw.of("x", "y") + "\")",
        ofEither("model", "%s in [\"a\", \"c\"] || " + failure(), "true"),
        ofEither("ports", "%s.includes(2)", "true"),
        "device.attributes[\"" + driver + "\"].exists(name, name == \"index\")",
        "!(device.driver == \"" + driver + "\") || device.capacity[\"" + driver + "\"].size() < 2",
        "true");
  }

  /** Mostly harmless, because what is on the other side of a logical or may hide it. */
  private String failure() {
    return draw.chance(80) ? "false" : "1 / 0 == 1";
  }

  private Map<String, Object> toleration() {
    Map<String, Object> toleration = new LinkedHashMap<>();
    if (draw.chance(80)) {
      toleration.put("key", draw.of("example.com/sick", "example.com/old"));
    }
    boolean exists = draw.chance(60) || toleration.isEmpty();
    toleration.put("operator", draw.chance(2) ? "Sometimes" : exists ? "Exists" : "Equal");
    if (!exists) {
      toleration.put("value", draw.of("yes", "no"));
    }
    if (draw.chance(40)) {
      toleration.put("effect", draw.of("NoSchedule", "NoExecute", "NoSchedule", "None"));
    }
    if (draw.chance(8)) {
      toleration.remove(draw.of("operator", "key", "value"));
    }
    if (draw.chance(10)) {
      toleration.put("tolerationSeconds", draw.of(0, 30));
    }
    return toleration;
  }

  private Map<String, Object> constraint(List<String> names) {
    String attribute =
        draw.of(
            Drivers.GPU + "/numa",
            Drivers.ROOT,
            Drivers.ROOT,
            Drivers.ROOT,
            Drivers.ROOT,
            Drivers.GPU + "/model",
            Drivers.NIC + "/index",
            Drivers.GPU + "/tags",
            draw.of(
                Drivers.GPU + "/ports", Drivers.GPU + "/levels", Drivers.NIC + "/version", "numa"),
            "example.com/derived");
    Map<String, Object> constraint = new LinkedHashMap<>();
    if (draw.chance(55)) {
      constraint.put("requests", draw.some(60, names));
    }
    boolean distinct = draw.chance(variant == AllocatorVariant.STABLE ? 2 : 35);
    constraint.put(distinct ? "distinctAttribute" : "matchAttribute", attribute);
    if (draw.chance(1)) {
      constraint.clear();
    }
    if (draw.chance(1)) {
      constraint.put("matchAttribute", attribute);
    }
    return constraint;
  }

  private Map<String, Object> configuration(List<String> names, int claim) {
    Map<String, Object> configuration = new LinkedHashMap<>();
    if (draw.chance(70)) {
      configuration.put("requests", draw.some(50, names));
    }
    if (draw.chance(3)) {
      configuration.put("requests", list("unknown", names.get(0)));
    }
    configuration.put("opaque", opaque("claim-" + claim));
    return configuration;
  }
}
