package io.github.dratestkit.apiserver.schema.structural;

import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills in the defaults of a schema, for what is absent and for a null that is no value
 * (apiextensions-apiserver, pkg/apiserver/schema/defaulting, 1.37).
 */
final class Defaulting {

  private Defaulting() {}

  static void apply(JsonNode value, StructuralSchema schema) {
    if (value instanceof ObjectNode object) {
      schema
          .properties()
          .forEach(
              (name, part) ->
                  part.defaultValue()
                      .filter(known -> isAbsent(object.get(name), part))
                      .ifPresent(known -> object.set(name, known.deepCopy())));
      for (String name : new ArrayList<>(object.propertyNames())) {
        entry(object, name, schema);
      }
    } else if (value instanceof ArrayNode list && schema.items().isPresent()) {
      StructuralSchema items = schema.items().get();
      for (int place = 0; place < list.size(); place++) {
        if (isAbsent(list.get(place), items)) {
          list.set(place, copyOf(items.defaultValue()));
        }
        apply(list.get(place), items);
      }
    }
  }

  private static void entry(ObjectNode object, String name, StructuralSchema schema) {
    Optional<StructuralSchema> part = schema.entry(name);
    if (part.isEmpty()) {
      return;
    }
    boolean declared = schema.properties().containsKey(name);
    if (!declared && isAbsent(object.get(name), part.get())) {
      object.set(name, copyOf(part.get().defaultValue()));
    }
    apply(object.get(name), part.get());
  }

  private static JsonNode copyOf(Optional<JsonNode> value) {
    return value.map(JsonNode::deepCopy).orElseGet(NullNode::getInstance);
  }

  private static boolean isAbsent(@Nullable JsonNode value, StructuralSchema schema) {
    return value == null || (value.isNull() && !schema.nullable());
  }

  static void removeNulls(JsonNode value, StructuralSchema schema) {
    if (value instanceof ObjectNode object) {
      for (String name : new ArrayList<>(object.propertyNames())) {
        Optional<StructuralSchema> part = schema.entry(name);
        if (part.isEmpty()) {
          continue;
        }
        JsonNode entry = object.get(name);
        if (entry.isNull() && !part.get().nullable() && part.get().defaultValue().isEmpty()) {
          object.remove(name);
        } else {
          removeNulls(entry, part.get());
        }
      }
    } else if (value instanceof ArrayNode list && schema.items().isPresent()) {
      list.forEach(item -> removeNulls(item, schema.items().get()));
    }
  }
}
