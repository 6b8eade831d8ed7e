package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What differs between two values: fields that are only in the first, in both but not equal, only
 * in the second. No field is in two of them.
 */
record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {

  static Comparison of(Shape shape, JsonNode before, JsonNode after) {
    Comparison comparison = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
    if (Form.of(shape, before) == Form.ENTRIES) {
      comparison.entries(shape, before, after);
    }
    return comparison;
  }

  /** Returns what differs outside of some fields and their parts. */
  Comparison without(FieldSet ignored) {
    return ignored.isEmpty()
        ? this
        : new Comparison(
            removed.recursiveDifference(ignored),
            modified.recursiveDifference(ignored),
            added.recursiveDifference(ignored));
  }

  /** Returns the fields that the second value has otherwise, or alone. */
  FieldSet written() {
    return modified.union(added);
  }

  /** Compares a part of the values; at most one of the two is absent. */
  private void part(
      Shape shape, PathElement step, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (before != null && before.equals(after)) {
      return;
    }
    Comparison below = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
    boolean whole = false;
    if (after == null) {
      whole = below.inside(shape, step, before, null, Form.of(shape, before), this);
    } else if (before == null || Form.of(shape, before) == Form.of(shape, after)) {
      whole = below.inside(shape, step, before, after, Form.of(shape, after), this);
    } else {
      below.inside(shape, step, before, after, Form.of(shape, before), this);
      whole = below.inside(shape, step, before, after, Form.of(shape, after), this);
    }
    removed.part(step, below.removed);
    modified.part(step, below.modified);
    added.part(step, below.added);
    if (!whole && before == null) {
      added.insert(step);
    } else if (!whole && after == null) {
      removed.insert(step);
    }
  }

  /** Compares the parts of two values, or says in {@code owner} that they differ as a whole. */
  private boolean inside(
      Shape shape,
      PathElement step,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      Form form,
      Comparison owner) {
    if (form == Form.LEAF || Form.hollow(before) && Form.hollow(after)) {
      owner.leaf(step, before, after);
      return true;
    }
    if (form == Form.ENTRIES) {
      entries(shape, before, after);
    } else {
      items(shape, before, after);
    }
    return false;
  }

  private void leaf(PathElement step, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (before == null) {
      added.insert(step);
    } else if (after == null) {
      removed.insert(step);
    } else if (!JsonValues.same(before, after)) {
      modified.insert(step);
    }
  }

  private void entries(Shape shape, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (before != null && before.isObject()) {
      for (Map.Entry<String, JsonNode> entry : before.properties()) {
        entry(shape, entry.getKey(), entry.getValue(), get(after, entry.getKey()));
      }
    }
    if (after != null && after.isObject()) {
      for (Map.Entry<String, JsonNode> entry : after.properties()) {
        if (get(before, entry.getKey()) == null) {
          entry(shape, entry.getKey(), null, entry.getValue());
        }
      }
    }
  }

  private void entry(
      Shape shape, String name, @Nullable JsonNode before, @Nullable JsonNode after) {
    Shape part = Form.entry(shape, name);
    if (part != null) {
      part(part, Form.step(name), before, after);
    }
  }

  private static @Nullable JsonNode get(@Nullable JsonNode object, String name) {
    return object == null ? null : object.get(name);
  }

  // Items with the same key cannot be told apart: they are compared as one value.
  private void items(Shape list, @Nullable JsonNode before, @Nullable JsonNode after) {
    Map<PathElement, List<JsonNode>> old = byStep(list, before);
    Map<PathElement, List<JsonNode>> fresh = byStep(list, after);
    TreeSet<PathElement> steps = new TreeSet<>(old.keySet());
    steps.addAll(fresh.keySet());
    for (PathElement step : steps) {
      List<JsonNode> left = old.getOrDefault(step, List.of());
      List<JsonNode> right = fresh.getOrDefault(step, List.of());
      if (left.size() <= 1 && right.size() <= 1) {
        part(list.element(), step, only(left), only(right));
      } else if (left.size() >= 2 && right.size() >= 2) {
        if (!sameItems(left, right)) {
          modified.insert(step);
        }
      } else if (left.size() >= 2) {
        if (!right.isEmpty()) {
          part(list.element(), step, null, right.get(0));
        }
        removed.insert(step);
      } else {
        if (!left.isEmpty()) {
          part(list.element(), step, left.get(0), null);
        }
        added.insert(step);
      }
    }
  }

  private static @Nullable JsonNode only(List<JsonNode> items) {
    return items.isEmpty() ? null : items.get(0);
  }

  private static boolean sameItems(List<JsonNode> left, List<JsonNode> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int place = 0; place < left.size(); place++) {
      if (!JsonValues.same(left.get(place), right.get(place))) {
        return false;
      }
    }
    return true;
  }

  private static Map<PathElement, List<JsonNode>> byStep(Shape list, @Nullable JsonNode items) {
    Map<PathElement, List<JsonNode>> found = new TreeMap<>();
    if (items != null && items.isArray()) {
      for (JsonNode item : items) {
        found.computeIfAbsent(Form.step(list, item), step -> new ArrayList<>()).add(item);
      }
    }
    return found;
  }
}
