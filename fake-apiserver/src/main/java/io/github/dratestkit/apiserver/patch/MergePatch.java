package io.github.dratestkit.apiserver.patch;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON merge patch, RFC 7396. */
final class MergePatch {

  private MergePatch() {}

  static ObjectNode apply(ObjectNode target, ObjectNode patch) {
    return (ObjectNode) merge(target, patch);
  }

  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result =
        target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), merge(result.path(field.getKey()), field.getValue()));
      }
    }
    return result;
  }
}
