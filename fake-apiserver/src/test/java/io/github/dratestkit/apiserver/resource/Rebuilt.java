package io.github.dratestkit.apiserver.resource;

import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Copies a value with something else in the place of what is in it. */
final class Rebuilt {

  private Rebuilt() {}

  /** Returns a copy of an object or list with each field or item replaced; other values as is. */
  static JsonNode of(JsonNode value, UnaryOperator<JsonNode> replaced) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.forEachEntry((key, field) -> copy.set(key, replaced.apply(field)));
      return copy;
    }
    if (value instanceof ArrayNode list) {
      ArrayNode copy = list.arrayNode();
      list.forEach(item -> copy.add(replaced.apply(item)));
      return copy;
    }
    return value;
  }
}
