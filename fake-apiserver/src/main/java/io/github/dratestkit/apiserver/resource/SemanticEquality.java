package io.github.dratestkit.apiserver.resource;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether two values mean the same, as the API compares before it counts a generation or refuses a
 * change: no list is an empty list, and quantities are compared by value.
 */
final class SemanticEquality {

  private static final Set<String> QUANTITIES =
      Set.of(
          "value",
          "default",
          "min",
          "max",
          "step",
          "validValues",
          "requests",
          "consumedCapacity",
          "capacityMultiplier",
          "deviceMultiplier",
          "perPod",
          "perContainer",
          "total",
          "consumed",
          "available");

  private static final Set<String> TIMES = Set.of("timeAdded", "allocationTimestamp");

  private SemanticEquality() {}

  static boolean same(JsonNode one, JsonNode other) {
    return same("", one, other);
  }

  private static boolean same(String field, JsonNode one, JsonNode other) {
    if (one.equals(other)) {
      return true;
    }
    if (isNothing(one) || isNothing(other)) {
      return isNothing(one)
              && isNothing(other)
              && isZeroTime(field, one) == isZeroTime(field, other)
          || isZeroTime(field, one) && isZeroTime(field, other);
    }
    if (one instanceof io.github.dratestkit.apiserver.codec.OpaqueObject) {
      return one.equals(other);
    }
    if (one instanceof ObjectNode left && other instanceof ObjectNode right) {
      return sameFields(field, left, right);
    }
    if (one instanceof ArrayNode left && other instanceof ArrayNode right) {
      return sameItems(field, left, right);
    }
    if (one.isString() && other.isString() && QUANTITIES.contains(field)) {
      return Amount.sameText(one.asString(), other.asString());
    }
    return one.isNumber() && other.isNumber()
        ? one.asDouble() == other.asDouble()
        : one.equals(other);
  }

  // The zero time is shown as null, but is another one than none.
  private static boolean isZeroTime(String field, JsonNode value) {
    return TIMES.contains(field)
        && (value.isNull()
            || value.isString() && value.stringValue().equals("0001-01-01T00:00:00Z"));
  }

  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty());
  }

  private static boolean sameFields(String parent, ObjectNode left, ObjectNode right) {
    Set<String> names = new TreeSet<>(left.propertyNames());
    names.addAll(right.propertyNames());
    for (String name : names) {
      String field = QUANTITIES.contains(parent) ? parent : name;
      if (!same(field, left.path(name), right.path(name))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameItems(String field, ArrayNode left, ArrayNode right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!same(field, left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }
}
