package io.github.dratestkit.apiserver.registry.kinds.rules;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Fills in fields that are absent: null, missing, or for texts empty. */
public final class Absent {

  private Absent() {}

  public static boolean is(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull();
  }

  public static void text(ObjectNode node, String field, String value) {
    if (node.path(field).asString("").isEmpty()) {
      node.put(field, value);
    }
  }

  /** Fills in a text that may be empty. */
  public static void textIfAbsent(ObjectNode node, String field, String value) {
    if (is(node, field)) {
      node.put(field, value);
    }
  }

  public static void number(ObjectNode node, String field, int value) {
    if (is(node, field)) {
      node.put(field, value);
    }
  }

  /** Fills in a number that is never zero. */
  public static void numberOrZero(ObjectNode node, String field, int value) {
    if (node.path(field).asLong(0) == 0) {
      node.put(field, value);
    }
  }

  public static void flag(ObjectNode node, String field, boolean value) {
    if (is(node, field)) {
      node.put(field, value);
    }
  }

  /** Returns an object, which is put there if it is absent. */
  public static ObjectNode object(ObjectNode node, String field) {
    return node.get(field) instanceof ObjectNode present ? present : node.putObject(field);
  }

  /** Returns a list, which is put there if it is absent. */
  public static ArrayNode list(ObjectNode node, String field) {
    return node.get(field) instanceof ArrayNode present ? present : node.putArray(field);
  }
}
