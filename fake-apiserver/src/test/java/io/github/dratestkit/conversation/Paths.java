package io.github.dratestkit.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Paths into an answer as conversations write them: {@code .items[*].a["b/c"]}. */
final class Paths {

  private static final Pattern PART =
      Pattern.compile("\\.([^.\\[]+)|\\[\"([^\"]+)\"\\]|\\[(\\d+|\\*)\\]");

  private Paths() {}

  private record Step(String name, boolean everything) {
    List<JsonNode> in(JsonNode node) {
      List<JsonNode> found = new ArrayList<>();
      if (node.isArray() && everything) {
        node.forEach(found::add);
      } else if (node.isArray() && name.matches("\\d+") && node.has(Integer.parseInt(name))) {
        found.add(node.get(Integer.parseInt(name)));
      } else if (node.isObject() && node.has(name)) {
        found.add(node.get(name));
      }
      return found;
    }
  }

  private static List<Step> steps(String path) {
    List<Step> steps = new ArrayList<>();
    Matcher part = PART.matcher(path);
    while (part.find()) {
      String name = part.group(1) != null ? part.group(1) : part.group(2);
      steps.add(
          name != null
              ? new Step(name, false)
              : new Step(part.group(3), part.group(3).equals("*")));
    }
    return steps;
  }

  /** Returns every value that a path leads to. */
  static List<JsonNode> lookup(JsonNode root, String path) {
    return lookup(root, steps(path));
  }

  private static List<JsonNode> lookup(JsonNode root, List<Step> steps) {
    List<JsonNode> found = List.of(root);
    for (Step step : steps) {
      found = found.stream().flatMap(node -> step.in(node).stream()).toList();
    }
    return found;
  }

  /** Drops what a path leads to, in place. */
  static void remove(JsonNode root, String path) {
    List<Step> steps = steps(path);
    Step last = steps.get(steps.size() - 1);
    for (JsonNode parent : lookup(root, steps.subList(0, steps.size() - 1))) {
      if (parent instanceof ObjectNode object) {
        object.remove(last.name());
      }
    }
  }

  /** Keeps only some paths, as an object from path to the value or values there. */
  static ObjectNode project(JsonNode root, Iterable<String> paths) {
    ObjectNode picked = JsonNodeFactory.instance.objectNode();
    for (String path : paths) {
      List<JsonNode> values = lookup(root, path);
      if (path.contains("[*]")) {
        ArrayNode all = picked.putArray(path);
        values.forEach(all::add);
      } else if (values.size() == 1) {
        picked.set(path, values.get(0));
      } else {
        picked.put(path, "<absent>");
      }
    }
    return picked;
  }
}
