package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Finds every leaf and every item that a value mentions. */
final class MentionedFields {

  private MentionedFields() {}

  static FieldSet of(Shape shape, JsonNode value) {
    FieldSet set = new FieldSet();
    switch (Form.of(shape, value)) {
      case LEAF -> {}
      case ENTRIES -> entries(shape, value, set);
      case ITEMS -> items(shape, value, set);
    }
    return set;
  }

  private static void entries(Shape shape, JsonNode object, FieldSet set) {
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      Shape part = Form.entry(shape, entry.getKey());
      if (part == null) {
        continue;
      }
      JsonNode value = entry.getValue();
      PathElement step = Form.step(entry.getKey());
      set.part(step, of(part, value));
      boolean itself =
          Form.of(part, value) == Form.LEAF
              || value.isNull()
              || value.isObject() && value.isEmpty()
              || Form.field(shape, entry.getKey()) == null;
      if (itself) {
        set.insert(step);
      }
    }
  }

  // Items with the same key are one member, and nothing of their parts.
  private static void items(Shape list, JsonNode items, FieldSet set) {
    Set<PathElement> seen = new TreeSet<>();
    Set<PathElement> repeated = new TreeSet<>();
    for (JsonNode item : items) {
      PathElement step = Form.step(list, item);
      if (!seen.add(step)) {
        repeated.add(step);
      }
    }
    for (JsonNode item : items) {
      PathElement step = Form.step(list, item);
      set.insert(step);
      if (!repeated.contains(step)) {
        set.part(step, of(list.element(), item));
      }
    }
  }
}
