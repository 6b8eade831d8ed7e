package io.github.dratestkit.apiserver.codec.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** One object of which cells are made, at one time. */
record Row(ObjectNode object, Instant now) {

  JsonNode at(String... path) {
    JsonNode node = object;
    for (String step : path) {
      node = node.path(step);
    }
    return node;
  }

  String text(String... path) {
    return at(path).asString("");
  }

  int number(String... path) {
    return at(path).asInt(0);
  }

  boolean has(String... path) {
    JsonNode node = at(path);
    return !node.isMissingNode() && !node.isNull();
  }

  static String orElse(String text, String other) {
    return text.isEmpty() ? other : text;
  }

  /** Returns how long ago a time was, as people read it. */
  String since(String... path) {
    return since(at(path));
  }

  String since(JsonNode time) {
    return time.isString() && !time.stringValue().isEmpty()
        ? HumanDuration.of(Duration.between(Instant.parse(time.stringValue()), now))
        : "<unknown>";
  }

  /** Returns how long ago a time was that may be none. */
  String sinceText(String time) {
    try {
      return HumanDuration.of(
          Duration.between(OffsetDateTime.parse(time), now.atOffset(ZoneOffset.UTC)));
    } catch (DateTimeException broken) {
      return "<invalid>";
    }
  }

  /** Returns the condition of a type, or a missing node. */
  JsonNode condition(String type) {
    for (JsonNode condition : at("status", "conditions")) {
      if (condition.path("type").asString("").equals(type)) {
        return condition;
      }
    }
    return MissingNode.getInstance();
  }

  boolean isTrue(String conditionType) {
    return condition(conditionType).path("status").asString("").equals("True");
  }

  /** Returns a map of texts. */
  static Map<String, String> texts(JsonNode map) {
    Map<String, String> texts = new TreeMap<>();
    map.forEachEntry((key, value) -> texts.put(key, value.asString("")));
    return texts;
  }

  /** Returns a map of texts as {@code a=1,b=2}. */
  static String labels(JsonNode map) {
    Map<String, String> sorted = new TreeMap<>();
    map.forEachEntry((key, value) -> sorted.put(key, value.asString("")));
    List<String> pairs = new ArrayList<>();
    sorted.forEach((key, value) -> pairs.add(key + "=" + value));
    return pairs.isEmpty() ? "<none>" : String.join(",", pairs);
  }

  /** Returns a label selector as text. */
  static String selector(JsonNode selector) {
    Map<String, String> sorted = new TreeMap<>();
    selector
        .path("matchLabels")
        .forEachEntry((key, value) -> sorted.put(key, key + "=" + value.asString("")));
    for (JsonNode expression : selector.path("matchExpressions")) {
      String key = expression.path("key").asString("");
      List<String> values = new ArrayList<>();
      expression.path("values").forEach(value -> values.add(value.asString("")));
      values.sort(null);
      String set = "(" + String.join(",", values) + ")";
      String text =
          switch (expression.path("operator").asString("")) {
            case "In" -> key + " in " + set;
            case "NotIn" -> key + " notin " + set;
            case "Exists" -> key;
            default -> "!" + key;
          };
      sorted.merge(key, text, (one, other) -> one + "," + other);
    }
    return sorted.isEmpty() ? "<none>" : String.join(",", sorted.values());
  }

  /** Returns a field of every item of a list, joined by commas. */
  static String joined(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.path(field).asString("")));
    return String.join(",", texts);
  }
}
