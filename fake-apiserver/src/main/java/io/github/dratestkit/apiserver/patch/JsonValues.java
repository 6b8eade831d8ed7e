package io.github.dratestkit.apiserver.patch;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares values by what they mean: numbers by size, objects by their keys in order. */
final class JsonValues {

  private JsonValues() {}

  static boolean same(JsonNode one, JsonNode other) {
    return one.equals(other) || compare(one, other) == 0;
  }

  /** Orders all values: numbers, texts, booleans, lists, objects, null. */
  static int compare(JsonNode one, JsonNode other) {
    int rank = Integer.compare(rank(one), rank(other));
    if (rank != 0) {
      return rank;
    }
    return switch (one.getNodeType()) {
      case NUMBER -> one.decimalValue().compareTo(other.decimalValue());
      case STRING -> one.stringValue().compareTo(other.stringValue());
      case BOOLEAN -> Boolean.compare(one.booleanValue(), other.booleanValue());
      case ARRAY -> compareLists(one, other);
      case OBJECT -> compareObjects(sorted(one), sorted(other));
      case NULL, MISSING, BINARY, POJO -> 0;
    };
  }

  private static int rank(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> 0;
      case STRING -> 1;
      case BOOLEAN -> 2;
      case ARRAY -> 3;
      case OBJECT -> 4;
      case NULL, MISSING, BINARY, POJO -> 5;
    };
  }

  private static int compareLists(JsonNode one, JsonNode other) {
    for (int place = 0; place < Math.min(one.size(), other.size()); place++) {
      int order = compare(one.get(place), other.get(place));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  static int compareObjects(Map<String, JsonNode> one, Map<String, JsonNode> other) {
    Iterator<Map.Entry<String, JsonNode>> others = other.entrySet().iterator();
    for (Map.Entry<String, JsonNode> entry : one.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, JsonNode> next = others.next();
      int order = entry.getKey().compareTo(next.getKey());
      if (order == 0) {
        order = compare(entry.getValue(), next.getValue());
      }
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  static TreeMap<String, JsonNode> sorted(JsonNode object) {
    TreeMap<String, JsonNode> sorted = new TreeMap<>();
    object.forEachEntry(sorted::put);
    return sorted;
  }

  /**
   * Returns a value without opaque parts: what has passed through a patch that works on values, not
   * on text, has its keys sorted and its numbers printed anew.
   */
  static JsonNode plain(JsonNode value) {
    if (value.isObject()) {
      ObjectNode plain = JsonNodeFactory.instance.objectNode();
      sorted(value).forEach((key, item) -> plain.set(key, plain(item)));
      return plain;
    }
    if (value.isArray()) {
      ArrayNode plain = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(item -> plain.add(plain(item)));
      return plain;
    }
    return value.isNumber() && !value.canConvertToLong() || value.isFloatingPointNumber()
        ? floatingPoint(value.doubleValue())
        : value;
  }

  // Go knows such numbers as floats and prints them without a fraction that is zero.
  private static JsonNode floatingPoint(double number) {
    if (number != 0 && (Math.abs(number) < 1e-6 || Math.abs(number) >= 1e21)) {
      return DoubleNode.valueOf(number);
    }
    BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
    return exact.scale() > 0
        ? DecimalNode.valueOf(exact)
        : BigIntegerNode.valueOf(exact.toBigInteger());
  }
}
