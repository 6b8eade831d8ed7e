package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads trees as the API reads its objects: a field that is null is a field that is not there. */
final class Tree {

  private Tree() {}

  /** Says whether a pointer is not nil: the field is there, whatever its value. */
  static boolean has(JsonNode object, String field) {
    JsonNode value = object.path(field);
    return !value.isMissingNode() && !value.isNull();
  }

  /** Returns a text, empty if the field is not there. */
  static String text(JsonNode object, String field) {
    return object.path(field).asString("");
  }

  /** Returns a number, 0 if the field is not there. */
  static long number(JsonNode object, String field) {
    return object.path(field).asLong(0);
  }

  /** Says whether a truth value is there and true. */
  static boolean isTrue(JsonNode object, String field) {
    return object.path(field).asBoolean(false);
  }

  /** Returns the items of a list, none if it is not there. */
  static List<JsonNode> items(JsonNode object, String field) {
    List<JsonNode> items = new ArrayList<>();
    if (object.path(field) instanceof ArrayNode list) {
      list.forEach(items::add);
    }
    return items;
  }

  /** Returns the items of a list that are objects, to be changed in place. */
  static List<ObjectNode> objects(JsonNode object, String field) {
    List<ObjectNode> objects = new ArrayList<>();
    for (JsonNode item : items(object, field)) {
      if (item instanceof ObjectNode one) {
        objects.add(one);
      }
    }
    return objects;
  }

  /** Returns the texts of a list. */
  static List<String> texts(JsonNode object, String field) {
    return items(object, field).stream().map(item -> item.asString("")).toList();
  }

  /** Returns the entries of a map, none if it is not there. */
  static Iterable<Map.Entry<String, JsonNode>> entries(JsonNode object, String field) {
    return object.path(field) instanceof ObjectNode map ? map.properties() : List.of();
  }

  /** Returns the object in a field, made if it is not there. */
  static ObjectNode child(ObjectNode object, String field) {
    if (object.path(field) instanceof ObjectNode child) {
      return child;
    }
    ObjectNode child = JsonNodeFactory.instance.objectNode();
    object.set(field, child);
    return child;
  }
}
