package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Merges what is applied into what there is. No field is removed; where both have a leaf, the
 * applied one stays. Items of lists stand as they did if the applied list changes nothing in their
 * order, and as the applied list has them otherwise.
 */
final class Merging {

  private Merging() {}

  /** Returns the merged value, or null if nothing is in it. */
  static @Nullable JsonNode merge(
      Shape shape, @Nullable JsonNode live, @Nullable JsonNode applied) {
    Form form = Form.of(shape, applied == null ? live : applied);
    if (form == Form.LEAF || Form.hollow(live) && Form.hollow(applied)) {
      return applied == null ? live : applied;
    }
    return form == Form.ENTRIES ? entries(shape, live, applied) : items(shape, live, applied);
  }

  private static @Nullable JsonNode entries(
      Shape shape, @Nullable JsonNode live, @Nullable JsonNode applied) {
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    TreeSet<String> names = new TreeSet<>();
    for (JsonNode side : sides(live, applied)) {
      if (side.isObject()) {
        names.addAll(side.propertyNames());
      }
    }
    for (String name : names) {
      Shape part = Form.entry(shape, name);
      JsonNode value = part == null ? null : merge(part, get(live, name), get(applied, name));
      if (value != null) {
        merged.set(name, value);
      }
    }
    return merged.isEmpty() ? null : merged;
  }

  private static List<JsonNode> sides(@Nullable JsonNode live, @Nullable JsonNode applied) {
    List<JsonNode> sides = new ArrayList<>(2);
    if (live != null) {
      sides.add(live);
    }
    if (applied != null) {
      sides.add(applied);
    }
    return sides;
  }

  private static @Nullable JsonNode get(@Nullable JsonNode object, String name) {
    return object == null ? null : object.get(name);
  }

  private static @Nullable JsonNode items(
      Shape list, @Nullable JsonNode live, @Nullable JsonNode applied) {
    ArrayNode merged = new ItemsMerge(list, live, applied).merge();
    return merged.isEmpty() ? null : merged;
  }

  /** One merge of two lists whose items are told apart by their steps. */
  private static final class ItemsMerge {
    private final Shape list;
    private final List<PathElement> left = new ArrayList<>();
    private final List<PathElement> right = new ArrayList<>();
    private final List<JsonNode> leftItems = new ArrayList<>();
    private final Map<PathElement, JsonNode> liveItems = new TreeMap<>();
    private final Map<PathElement, JsonNode> appliedItems = new TreeMap<>();
    private final List<PathElement> shared = new ArrayList<>();
    private final Set<PathElement> done = new TreeSet<>();
    private final ArrayNode merged = JsonNodeFactory.instance.arrayNode();
    private int nextShared;

    ItemsMerge(Shape list, @Nullable JsonNode live, @Nullable JsonNode applied) {
      this.list = list;
      if (live != null && live.isArray()) {
        for (JsonNode item : live) {
          PathElement step = Form.step(list, item);
          // A repeated item is not merged with the applied one.
          liveItems.merge(step, item, (one, other) -> NullNode.getInstance());
          left.add(step);
          leftItems.add(item);
        }
      }
      if (applied != null && applied.isArray()) {
        for (JsonNode item : applied) {
          PathElement step = Form.step(list, item);
          appliedItems.put(step, item);
          right.add(step);
        }
      }
      right.stream().filter(liveItems::containsKey).forEach(shared::add);
    }

    ArrayNode merge() {
      int l = 0;
      int r = 0;
      while (l < left.size() || r < right.size()) {
        if (l < left.size() && r < right.size()) {
          PathElement step = left.get(l);
          if (same(step, right.get(r))) {
            take(step, liveItems.get(step), appliedItems.get(step));
            l++;
            r++;
            nextShared++;
            continue;
          }
          boolean otherTurn =
              appliedItems.containsKey(step)
                  && nextShared < shared.size()
                  && !same(shared.get(nextShared), step);
          if (otherTurn) {
            l++;
            continue;
          }
        }
        if (l < left.size()) {
          PathElement step = left.get(l);
          if (!appliedItems.containsKey(step)) {
            take(step, leftItems.get(l), null);
            l++;
            continue;
          }
          if (done.contains(step)) {
            l++;
          }
        }
        if (r < right.size()) {
          PathElement step = right.get(r);
          take(step, liveItems.get(step), appliedItems.get(step));
          r++;
          if (nextShared < shared.size() && same(shared.get(nextShared), step)) {
            nextShared++;
          }
        }
      }
      return merged;
    }

    private void take(PathElement step, @Nullable JsonNode live, @Nullable JsonNode applied) {
      if (applied != null) {
        done.add(step);
      }
      JsonNode item = Merging.merge(list.element(), live, applied);
      if (item != null) {
        merged.add(item);
      }
    }

    private static boolean same(PathElement one, PathElement other) {
      return one.compareTo(other) == 0;
    }
  }
}
