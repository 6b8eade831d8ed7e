package io.github.dratestkit.conversation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says where two normalised answers differ. Of two failures code, reason, details, and reason and
 * field of every cause must agree; whether sentences must is what comparisons differ in.
 */
enum Comparison {
  /** Sentences are free. */
  WITHOUT_SENTENCES,
  /** What is forbidden is forbidden word for word. */
  WITH_SENTENCES_OF_REFUSALS;

  static boolean isFailure(JsonNode value) {
    // Not by its status, which conversations about other objects leave out.
    return value.path("kind").asString("").equals("Status") && value.path("code").asInt(0) >= 400;
  }

  /** Returns the differences. */
  List<String> differences(String where, JsonNode recorded, JsonNode actual) {
    List<String> differences = new ArrayList<>();
    compare(where, recorded, actual, differences);
    return differences;
  }

  private void compare(String where, JsonNode recorded, JsonNode actual, List<String> differences) {
    if (isFailure(recorded) && isFailure(actual)) {
      compareFields(where, withoutSentences(recorded), withoutSentences(actual), differences);
    } else if (recorded.isObject() && actual.isObject()) {
      compareFields(where, recorded, actual, differences);
    } else if (recorded.isArray() && actual.isArray()) {
      for (int place = 0; place < Math.max(recorded.size(), actual.size()); place++) {
        compare(where + "[" + place + "]", recorded.path(place), actual.path(place), differences);
      }
    } else if (!recorded.equals(actual)) {
      differences.add(where + ": " + shown(actual) + ", recorded " + shown(recorded));
    }
  }

  private void compareFields(
      String where, JsonNode recorded, JsonNode actual, List<String> differences) {
    TreeSet<String> names = new TreeSet<>(recorded.propertyNames());
    names.addAll(actual.propertyNames());
    for (String name : names) {
      compare(where + "." + name, recorded.path(name), actual.path(name), differences);
    }
  }

  private static String shown(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() > 400 ? text.substring(0, 400) + "..." : text;
  }

  private ObjectNode withoutSentences(JsonNode failure) {
    ObjectNode plain = (ObjectNode) failure.deepCopy();
    if (this == WITHOUT_SENTENCES || failure.path("code").intValue() != 403) {
      plain.remove("message");
    }
    if (plain.path("details").path("causes") instanceof ArrayNode causes) {
      causes.forEach(cause -> ((ObjectNode) cause).remove("message"));
      ((ObjectNode) plain.path("details")).set("causes", sorted(causes, JsonNode::toString));
    }
    return plain;
  }

  /**
   * Returns a failure with its causes in an order of their own: the server takes some from maps.
   */
  static JsonNode sortedCauses(JsonNode failure) {
    if (failure.path("details").path("causes") instanceof ArrayNode causes && causes.size() > 1) {
      ObjectNode copy = (ObjectNode) failure.deepCopy();
      ((ObjectNode) copy.path("details")).set("causes", sorted(causes, JsonNode::toString));
      return copy;
    }
    return failure;
  }

  /**
   * Returns entries of managedFields without regard to their times, if they are in the server's
   * order: operation, time, manager, version and subresource.
   */
  static JsonNode sortedManagers(JsonNode entries) {
    Function<JsonNode, String> server =
        key("operation", "time", "manager", "apiVersion", "subresource");
    List<String> keys = new ArrayList<>();
    entries.forEach(entry -> keys.add(server.apply(entry)));
    List<String> inOrder = new ArrayList<>(keys);
    inOrder.sort(null);
    return keys.equals(inOrder)
        ? sorted(entries, key("operation", "manager", "apiVersion", "subresource"))
        : entries;
  }

  private static Function<JsonNode, String> key(String... fields) {
    return entry -> {
      StringBuilder key = new StringBuilder();
      for (String field : fields) {
        key.append(entry.path(field).asString("<nil>")).append('\0');
      }
      return key.toString();
    };
  }

  static ArrayNode sorted(JsonNode list, Function<JsonNode, String> key) {
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    items.sort(Comparator.comparing(key));
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    items.forEach(out::add);
    return out;
  }
}
