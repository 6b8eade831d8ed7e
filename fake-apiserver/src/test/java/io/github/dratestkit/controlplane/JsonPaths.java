package io.github.dratestkit.controlplane;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Paths into an answer as conversations write them: {@code .items[*].metadata.annotations["a/b"]}.
 */
final class JsonPaths {

  private static final Pattern PART =
      Pattern.compile("\\.([A-Za-z0-9_$-]+)|\\[\"([^\"]+)\"\\]|\\[(\\d+)\\]|\\[(\\*)\\]");

  private JsonPaths() {}

  /** Returns what is at a path; with a star, what is at any of the places, as a list. */
  static JsonNode get(JsonNode root, String path) {
    List<JsonNode> found = List.of(root);
    boolean many = false;
    boolean lists = false;
    Matcher part = PART.matcher(path);
    while (part.find()) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : found) {
        if (part.group(4) != null) {
          node.forEach(next::add);
        } else {
          JsonNode child =
              part.group(3) != null
                  ? node.path(Integer.parseInt(part.group(3)))
                  : node.path(part.group(1) != null ? part.group(1) : part.group(2));
          if (!child.isMissingNode()) {
            next.add(child);
          }
        }
      }
      if (part.group(4) != null) {
        many = true;
        lists |= found.stream().anyMatch(JsonNode::isArray);
      }
      found = next;
    }
    if (!many) {
      return found.isEmpty() ? MissingNode.getInstance() : found.get(0);
    }
    if (found.isEmpty() && !lists) {
      return MissingNode.getInstance();
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    found.forEach(all::add);
    return all;
  }

  /** Removes what is at a path. */
  static void remove(JsonNode root, String path) {
    List<JsonNode> found = List.of(root);
    Matcher part = PART.matcher(path);
    while (part.find()) {
      List<JsonNode> next = new ArrayList<>();
      boolean last = part.end() == path.length();
      for (JsonNode node : found) {
        String name = part.group(1) != null ? part.group(1) : part.group(2);
        if (part.group(4) != null) {
          node.forEach(next::add);
        } else if (part.group(3) != null) {
          next.add(node.path(Integer.parseInt(part.group(3))));
        } else if (last && node instanceof ObjectNode object) {
          object.remove(name);
        } else {
          next.add(node.path(name));
        }
      }
      found = next;
    }
  }
}
