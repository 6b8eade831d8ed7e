package io.github.dratestkit.features.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Fields of an object by the paths that errors of the server have, such as {@code
 * spec.devices[0].attributes[model].string}. Values are YAML; {@code absent} stands for no field
 * and, when comparing, {@code present} for whatever is there.
 */
final class ObjectFields {

  private static final Pattern STEP = Pattern.compile("\\[([^\\]]*)]|([^.\\[\\]]+)");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String ABSENT = "absent";
  private static final String PRESENT = "present";

  private ObjectFields() {}

  /** Parses an object. */
  static ObjectNode parse(String yaml) {
    return (ObjectNode) YAML.readTree(yaml);
  }

  /** Sets fields, in their order; what is missing on the way is made. */
  static void set(ObjectNode object, Map<String, String> values) {
    values.forEach((path, value) -> set(object, path, value));
  }

  private static void set(ObjectNode object, String path, String value) {
    List<String> steps = steps(path);
    JsonNode parent = object;
    for (int i = 0; i + 1 < steps.size(); i++) {
      parent = enter(parent, steps.get(i), isIndex(steps.get(i + 1)));
    }
    String last = steps.get(steps.size() - 1);
    if (parent instanceof ArrayNode list) {
      place(list, Integer.parseInt(last), YAML.readTree(value));
    } else if (value.equals(ABSENT)) {
      ((ObjectNode) parent).remove(last);
    } else {
      ((ObjectNode) parent).set(last, YAML.readTree(value));
    }
  }

  private static JsonNode enter(JsonNode parent, String step, boolean toList) {
    JsonNode child =
        parent instanceof ArrayNode list ? list.path(Integer.parseInt(step)) : parent.path(step);
    if (!child.isMissingNode() && !child.isNull()) {
      return child;
    }
    JsonNode made =
        toList ? JsonNodeFactory.instance.arrayNode() : JsonNodeFactory.instance.objectNode();
    if (parent instanceof ArrayNode list) {
      place(list, Integer.parseInt(step), made);
    } else {
      ((ObjectNode) parent).set(step, made);
    }
    return made;
  }

  private static void place(ArrayNode list, int index, JsonNode value) {
    if (index < list.size()) {
      list.set(index, value);
    } else {
      list.add(value);
    }
  }

  /** Replaces the one item of a list by copies of it, each with a number behind its name. */
  static void copy(ObjectNode object, String path, int count) {
    ArrayNode list = (ArrayNode) find(object, path);
    ObjectNode original = (ObjectNode) list.get(0);
    String name = original.path("name").asString();
    list.removeAll();
    for (int i = 0; i < count; i++) {
      list.add(original.deepCopy().put("name", name + "-" + i));
    }
  }

  /** Returns what is not as the values say, or empty if all is. */
  static Optional<String> difference(JsonNode object, Map<String, String> values) {
    List<String> differences = new ArrayList<>();
    values.forEach(
        (path, value) -> {
          JsonNode actual = find(object, path);
          if (!holds(actual, value)) {
            differences.add(path + " is " + (actual.isMissingNode() ? ABSENT : actual));
          }
        });
    return differences.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", differences));
  }

  private static boolean holds(JsonNode actual, String value) {
    return switch (value) {
      case ABSENT -> actual.isMissingNode();
      case PRESENT -> !actual.isMissingNode();
      default -> actual.equals(NUMBERS, YAML.readTree(value));
    };
  }

  /** Compares numbers by value, however wide they were read. */
  private static final java.util.Comparator<JsonNode> NUMBERS =
      (left, right) ->
          left.equals(right)
                  || left.isNumber()
                      && right.isNumber()
                      && left.decimalValue().compareTo(right.decimalValue()) == 0
              ? 0
              : 1;

  private static JsonNode find(JsonNode object, String path) {
    JsonNode node = object;
    for (String step : steps(path)) {
      node = node.isArray() && isIndex(step) ? node.path(Integer.parseInt(step)) : node.path(step);
    }
    return node;
  }

  private static boolean isIndex(String step) {
    return step.chars().allMatch(Character::isDigit);
  }

  private static List<String> steps(String path) {
    return STEP.matcher(path).results().map(ObjectFields::step).toList();
  }

  private static String step(MatchResult match) {
    return match.group(1) == null ? match.group(2) : match.group(1);
  }
}
