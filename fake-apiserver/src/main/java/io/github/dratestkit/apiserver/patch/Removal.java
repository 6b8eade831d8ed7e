package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes fields and items out of a value. */
final class Removal {

  private Removal() {}

  /** Returns a value without some of its parts, or null if nothing is left of it. */
  static @Nullable JsonNode without(Shape shape, JsonNode value, FieldSet unwanted) {
    return switch (Form.of(shape, value)) {
      case LEAF -> value.isContainer() ? null : value;
      case ENTRIES -> value.isObject() && !value.isEmpty() ? entries(shape, value, unwanted) : null;
      case ITEMS -> value.isArray() && !value.isEmpty() ? items(shape, value, unwanted) : null;
    };
  }

  private static @Nullable JsonNode entries(Shape shape, JsonNode object, FieldSet unwanted) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      PathElement step = Form.step(entry.getKey());
      if (unwanted.has(step)) {
        continue;
      }
      FieldSet below = unwanted.below(step);
      Shape part = Form.entry(shape, entry.getKey());
      if (below.isEmpty() || part == null) {
        kept.set(entry.getKey(), entry.getValue());
      } else {
        kept.set(entry.getKey(), without(part, entry.getValue(), below));
      }
    }
    return kept.isEmpty() ? null : kept;
  }

  private static @Nullable JsonNode items(Shape list, JsonNode items, FieldSet unwanted) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode item : items) {
      PathElement step = Form.step(list, item);
      if (unwanted.has(step)) {
        continue;
      }
      FieldSet below = unwanted.below(step);
      kept.add(below.isEmpty() ? item : without(list.element(), item, below));
    }
    return kept.isEmpty() ? null : kept;
  }
}
