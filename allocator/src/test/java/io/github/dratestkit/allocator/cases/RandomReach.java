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

/** Draws where slices and devices can be reached: from one node, all nodes, or selected ones. */
final class RandomReach {

  private final Draw draw;
  private final boolean partitions;
  private final boolean stable;

  RandomReach(Draw draw, Set<AllocatorFeature> features, AllocatorVariant variant) {
    this.draw = draw;
    this.partitions = features.contains(AllocatorFeature.PartitionableDevices);
    this.stable = variant == AllocatorVariant.STABLE;
  }

  Map<String, Object> ofSlice() {
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
    if (kind <= 82) {
      return object("nodeSelector", selector(1));
    }
    if (kind <= 97) {
      boolean works = partitions || draw.chance(15);
      return works ? object("perDeviceNodeSelection", true) : object("allNodes", true);
    }
    return draw.of(
        object(),
        object("perDeviceNodeSelection", false),
        stable ? object() : object("nodeName", "", "nodeSelector", selector(1)),
        object("nodeName", "node-1", "allNodes", true),
        object("allNodes", false, "nodeSelector", selector(1)),
        object("allNodes", false),
        object("nodeName", "node-1", "perDeviceNodeSelection", true),
        object("nodeSelector", selector(stable ? 1 : draw.of(0, 2))));
  }

  Map<String, Object> ofDevice() {
    int kind = draw.between(1, 100);
    if (kind <= 50) {
      return object("nodeName", draw.of("node-1", "node-1", "node-2"));
    }
    if (kind <= 70) {
      return object("allNodes", true);
    }
    if (kind <= 98) {
      return object("nodeSelector", selector(!stable && draw.chance(10) ? 2 : 1));
    }
    return draw.of(
        stable ? object() : object("nodeName", "", "allNodes", true),
        object("allNodes", false),
        object("nodeSelector", selector(stable ? 1 : 0)));
  }

  private Map<String, Object> selector(int terms) {
    return object("nodeSelectorTerms", times(terms, i -> term()));
  }

  private Map<String, Object> term() {
    if (draw.chance(1)) {
      return draw.of(
          object("matchExpressions", list(object("key", "zone", "operator", "Near"))),
          object(
              "matchExpressions",
              list(object("key", "zone", "operator", "Exists", "values", list("a")))),
          object("matchExpressions", list(object("key", "zone", "operator", "In"))),
          object(
              "matchExpressions",
              list(object("key", "slots", "operator", "Gt", "values", list("many")))),
          object("matchExpressions", list(object("key", "a b", "operator", "Exists"))),
          object(
              "matchFields",
              list(object("key", "metadata.uid", "operator", "In", "values", list("x")))),
          object());
    }
    Map<String, Object> term = new LinkedHashMap<>();
    if (draw.chance(15)) {
      String name = draw.of("node-1", "node-2");
      String operator = draw.of("In", "In", "In", "NotIn");
      term.put(
          "matchFields",
          list(object("key", "metadata.name", "operator", operator, "values", list(name))));
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
        object("key", "nothing", "operator", "NotIn", "values", list("x", "x")),
        object("key", "nothing", "operator", "DoesNotExist"));
  }
}
