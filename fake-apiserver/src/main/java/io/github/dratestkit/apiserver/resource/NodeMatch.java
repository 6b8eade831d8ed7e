package io.github.dratestkit.apiserver.resource;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether a node selector that was accepted selects a node: one term must, with all it asks. */
final class NodeMatch {

  private NodeMatch() {}

  static boolean matches(JsonNode selector, ObjectNode node) {
    return Tree.items(selector, "nodeSelectorTerms").stream()
        .anyMatch(term -> termMatches(term, node));
  }

  private static boolean termMatches(JsonNode term, ObjectNode node) {
    List<JsonNode> expressions = Tree.items(term, "matchExpressions");
    List<JsonNode> fields = Tree.items(term, "matchFields");
    if (expressions.isEmpty() && fields.isEmpty()) {
      return false;
    }
    JsonNode metadata = node.path("metadata");
    return expressions.stream()
            .allMatch(one -> holds(one, metadata.path("labels").path(Tree.text(one, "key"))))
        && fields.stream().allMatch(one -> holds(one, metadata.path("name")));
  }

  private static boolean holds(JsonNode requirement, JsonNode value) {
    boolean exists = !value.isMissingNode();
    List<String> values = Tree.texts(requirement, "values");
    return switch (Tree.text(requirement, "operator")) {
      case "In" -> exists && values.contains(value.asString(""));
      case "NotIn" -> !exists || !values.contains(value.asString(""));
      case "Exists" -> exists;
      case "DoesNotExist" -> !exists;
      case "Gt" -> exists && compare(value.asString(""), values.get(0)) > 0;
      case "Lt" -> exists && compare(value.asString(""), values.get(0)) < 0;
      default -> false;
    };
  }

  /** Compares whole numbers; what is none is neither greater nor less. */
  private static int compare(String one, String other) {
    try {
      return Long.compare(Long.parseLong(one), Long.parseLong(other));
    } catch (NumberFormatException notNumbers) {
      return 0;
    }
  }
}
