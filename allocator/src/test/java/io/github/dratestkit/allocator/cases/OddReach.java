package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import io.github.dratestkit.allocator.cases.OddCase.Theme;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws the node, and from which nodes slices and devices can be reached. */
final class OddReach {

  private static final List<String> KEYS =
      List.of(
          "zone", "zone", "rack", "example.com/slots", "nothing", "kubernetes.io/hostname", "Zone");

  private final Draw draw;
  private final boolean odd;
  private final String name;

  OddReach(Draw draw, Set<Theme> themes) {
    this.draw = draw;
    this.odd = themes.contains(Theme.REACH);
    this.name =
        themes.contains(Theme.NAMES) || odd
            ? draw.of("node-1", "a.b.c", "N", "n".repeat(63), "node_1", "node-1")
            : "node-1";
  }

  Map<String, Object> node() {
    Map<String, Object> metadata = object("name", name);
    if (!odd || draw.chance(90)) {
      Map<String, Object> labels = object("zone", odd ? OddCase.word(draw) : draw.of("a", "b"));
      labels.put("rack", draw.of("r1", "r2", ""));
      labels.put("example.com/slots", draw.of("0", "3", "-3", "07", "many", "4"));
      labels.put("kubernetes.io/hostname", draw.of(name, "other"));
      metadata.put("labels", labels);
    }
    Map<String, Object> node = object("metadata", metadata);
    if (draw.chance(60)) {
      node.put(
          "status",
          object(
              "declaredFeatures",
              draw.of(list("DRAOptionalNodeOperations"), list("Other"), list("x", "y"))));
    }
    return node;
  }

  /** Returns where a slice can be reached, mostly from the node. */
  Map<String, Object> ofSlice() {
    int kind = draw.between(1, 100);
    if (kind <= (odd ? 20 : 55)) {
      return object("nodeName", name);
    }
    if (kind <= (odd ? 28 : 63)) {
      return object("nodeName", draw.of("node-2", "node-3"));
    }
    if (kind <= (odd ? 35 : 75)) {
      return object("allNodes", true);
    }
    if (kind <= (odd ? 75 : 87)) {
      return object("nodeSelector", selector());
    }
    return object("perDeviceNodeSelection", true);
  }

  Map<String, Object> ofDevice() {
    int kind = draw.between(1, 100);
    if (kind <= 40) {
      return object("nodeName", draw.of(name, name, name, "node-2"));
    }
    if (kind <= 60) {
      return object("allNodes", true);
    }
    return kind <= 96 ? object("nodeSelector", selector()) : object();
  }

  private Map<String, Object> selector() {
    int terms = draw.of(1, 1, 1, 1, 1, 1, odd ? 2 : 1, odd ? draw.of(0, 2, 3) : 1);
    return object("nodeSelectorTerms", times(terms, i -> term()));
  }

  private Map<String, Object> term() {
    Map<String, Object> term = object();
    if (draw.chance(25)) {
      term.put("matchFields", times(draw.of(1, 1, 1, 2), i -> field()));
    }
    if (term.isEmpty() || draw.chance(60)) {
      term.put("matchExpressions", times(draw.of(1, 1, 2, odd ? 3 : 1), i -> requirement()));
    }
    return odd && draw.chance(3) ? object() : term;
  }

  private Map<String, Object> field() {
    String operator = draw.of("In", "In", "In", "NotIn", odd && draw.chance(10) ? "Exists" : "In");
    List<Object> values = odd && draw.chance(6) ? list(name, "node-2") : list(draw.of(name, name));
    if (operator.equals("NotIn") && draw.chance(80)) {
      values = list("node-2");
    }
    return object("key", "metadata.name", "operator", operator, "values", values);
  }

  private Map<String, Object> requirement() {
    String key = draw.of(KEYS);
    switch (draw.between(1, 8)) {
      case 1, 2, 3:
        return object("key", key, "operator", "In", "values", values());
      case 4:
        return object("key", key, "operator", "NotIn", "values", values());
      case 5:
        return object("key", draw.of("zone", "rack", key), "operator", "Exists");
      case 6:
        return object("key", draw.of("nothing", "nothing", key), "operator", "DoesNotExist");
      case 7:
        return object(
            "key", "example.com/slots", "operator", draw.of("Gt", "Lt"), "values", number());
      default:
        return odd && draw.chance(25)
            ? draw.of(
                object("key", key, "operator", "Exists", "values", list("a")),
                object("key", key, "operator", "In"),
                object("key", "", "operator", "Exists"),
                object("key", key, "operator", "in", "values", list("a")),
                object("key", "example.com/slots", "operator", "Gt", "values", list("1", "2")))
            : object("key", "zone", "operator", "Exists");
    }
  }

  private List<Object> number() {
    return list(odd && draw.chance(20) ? draw.of("-1", "03", "x", "1.5") : draw.of("0", "3"));
  }

  private List<Object> values() {
    List<Object> values = list("a", "b", "r1", name);
    if (odd) {
      String odd = draw.chance(8) ? OddCase.word(draw) : draw.of("A", "", "x-1", "b");
      values = list(odd, draw.of("a", "r1"), draw.of("", "c", "0"));
      values.subList(0, draw.between(0, 2)).clear();
    }
    return values;
  }
}
