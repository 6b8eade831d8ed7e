package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * That no item of a set is there twice, and no key of a list of type map (apiextensions-apiserver,
 * pkg/apiserver/schema/listtype, 1.37).
 */
final class ListCheck {

  private final List<FieldError> errors = new ArrayList<>();

  private ListCheck() {}

  static List<FieldError> errors(StructuralSchema schema, JsonNode object) {
    ListCheck check = new ListCheck();
    check.value(schema, object, "");
    return check.errors;
  }

  private void value(StructuralSchema schema, JsonNode value, String path) {
    if (value.isObject()) {
      value.forEachEntry(
          (name, entry) -> {
            boolean declared = schema.properties().containsKey(name);
            String field = path.isEmpty() ? name : path + "." + name;
            schema
                .entry(name)
                .ifPresent(part -> value(part, entry, declared ? field : path + "[" + name + "]"));
          });
    } else if (value.isArray()) {
      list(schema, value, path);
      for (int index = 0; index < value.size() && schema.items().isPresent(); index++) {
        value(schema.items().get(), value.get(index), path + "[" + index + "]");
      }
    }
  }

  private void list(StructuralSchema schema, JsonNode list, String path) {
    switch (schema.listType()) {
      case "set" -> repeated(list.valueStream().toList(), path);
      case "map" -> keyed(schema, list, path);
      default -> {}
    }
  }

  private void keyed(StructuralSchema schema, JsonNode list, String path) {
    List<JsonNode> keys = new ArrayList<>();
    for (int index = 0; index < list.size(); index++) {
      JsonNode item = list.get(index);
      if (!item.isObject() && !item.isNull()) {
        errors.add(
            FieldError.invalid(
                path + "[" + index + "]", item, "must be an object for an array of list-type map"));
        return;
      }
      ObjectNode key = ((tools.jackson.databind.node.ArrayNode) list).objectNode();
      for (String name : schema.listKeys()) {
        JsonNode value = item.get(name);
        if (value != null) {
          key.set(name, value);
        }
      }
      keys.add(key);
    }
    repeated(keys, path);
  }

  // Each value that is there again is told of once, at its second place.
  private void repeated(List<JsonNode> values, String path) {
    Map<JsonNode, Integer> seen = new HashMap<>();
    for (int index = 0; index < values.size(); index++) {
      JsonNode value = values.get(index);
      if (seen.merge(value, 1, Integer::sum) == 2) {
        errors.add(
            FieldError.duplicate(
                path + "[" + index + "]", value.isString() ? value.stringValue() : value));
      }
    }
  }
}
