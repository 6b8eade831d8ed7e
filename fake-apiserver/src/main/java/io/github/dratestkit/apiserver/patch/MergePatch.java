package io.github.dratestkit.apiserver.patch;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON merge patch, RFC 7396, as evanphx/json-patch v4 does it: nulls go from objects in lists too,
 * and the keys of every object that the patch touches or brings come out sorted, which opaque
 * parameters show.
 */
final class MergePatch {

  private MergePatch() {}

  static ObjectNode apply(ObjectNode target, ObjectNode patch) {
    return merge(target, patch);
  }

  private static ObjectNode merge(ObjectNode target, ObjectNode patch) {
    TreeMap<String, JsonNode> result = JsonValues.sorted(target);
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      JsonNode value = field.getValue();
      if (value.isNull()) {
        result.remove(field.getKey());
      } else {
        result.put(field.getKey(), replaced(target.path(field.getKey()), value));
      }
    }
    return object(result);
  }

  private static JsonNode replaced(JsonNode current, JsonNode value) {
    if (current instanceof ObjectNode target) {
      return value instanceof ObjectNode patch ? merge(target, patch) : value;
    }
    return withoutNulls(value);
  }

  /** Returns a value that takes the place of another; items of lists that are null stay. */
  private static JsonNode withoutNulls(JsonNode value) {
    if (value.isObject()) {
      TreeMap<String, JsonNode> kept = new TreeMap<>();
      value.forEachEntry(
          (key, field) -> {
            if (!field.isNull()) {
              kept.put(key, withoutNulls(field));
            }
          });
      return object(kept);
    }
    if (value.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(item -> list.add(withoutNulls(item)));
      return list;
    }
    return value;
  }

  private static ObjectNode object(Map<String, JsonNode> fields) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    fields.forEach(object::set);
    return object;
  }
}
