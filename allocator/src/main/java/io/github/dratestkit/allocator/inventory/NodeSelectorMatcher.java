package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled node selector: a node matches if it matches one of the terms. The rules are those of
 * node affinity (component-helpers/scheduling/corev1/nodeaffinity, 1.37): a term without any
 * requirement matches nothing, and one malformed term spoils the whole selector.
 */
final class NodeSelectorMatcher {

  private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";
  private static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
  private static final Pattern KEY =
      Pattern.compile("((?=[^/]{1,253}/)" + LABEL + "(\\." + LABEL + ")*/)?" + NAME);
  private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");

  private final List<Predicate<Node>> terms;

  private NodeSelectorMatcher(List<Predicate<Node>> terms) {
    this.terms = terms;
  }

  /**
   * Compiles a selector.
   *
   * @throws MalformedNodeSelectorException if an operator, key or value is not allowed
   */
  static NodeSelectorMatcher compile(NodeSelector selector) {
    List<Predicate<Node>> terms = new ArrayList<>();
    for (NodeSelectorTerm term : selector.getNodeSelectorTerms()) {
      if (!term.getMatchExpressions().isEmpty() || !term.getMatchFields().isEmpty()) {
        terms.add(compile(term));
      }
    }
    return new NodeSelectorMatcher(terms);
  }

  boolean matches(Node node) {
    for (Predicate<Node> term : terms) {
      if (term.test(node)) {
        return true;
      }
    }
    return false;
  }

  private static Predicate<Node> compile(NodeSelectorTerm term) {
    List<Predicate<Node>> all = new ArrayList<>();
    for (NodeSelectorRequirement expression : term.getMatchExpressions()) {
      all.add(compileExpression(expression));
    }
    for (NodeSelectorRequirement field : term.getMatchFields()) {
      all.add(compileField(field));
    }
    return node -> {
      for (Predicate<Node> requirement : all) {
        if (!requirement.test(node)) {
          return false;
        }
      }
      return true;
    };
  }

  private static Predicate<Node> compileExpression(NodeSelectorRequirement requirement) {
    String key = requirement.getKey();
    List<String> values = requirement.getValues();
    if (key == null || !KEY.matcher(key).matches()) {
      throw malformed("key " + key + " is not a label key");
    }
    String operator = operatorOf(requirement);
    checkCount(operator, values);
    for (String value : values) {
      if (!VALUE.matcher(value).matches()) {
        throw malformed("value " + value + " of " + key + " is not a label value");
      }
    }
    return switch (operator) {
      case "In" -> node -> hasOneOf(node, key, values);
      case "NotIn" -> node -> !hasOneOf(node, key, values);
      case "Exists" -> node -> label(node, key) != null;
      case "DoesNotExist" -> node -> label(node, key) == null;
      case "Gt" -> {
        long bound = number(key, values.get(0));
        yield node -> compareLabel(node, key, bound) > 0;
      }
      case "Lt" -> {
        long bound = number(key, values.get(0));
        yield node -> compareLabel(node, key, bound) < 0;
      }
      default -> throw malformed("operator " + operator + " of " + key + " is not known");
    };
  }

  private static void checkCount(String operator, List<String> values) {
    boolean right =
        switch (operator) {
          case "In", "NotIn" -> !values.isEmpty();
          case "Exists", "DoesNotExist" -> values.isEmpty();
          case "Gt", "Lt" -> values.size() == 1;
          default -> true;
        };
    if (!right) {
      throw malformed("operator " + operator + " does not take " + values.size() + " values");
    }
  }

  private static Predicate<Node> compileField(NodeSelectorRequirement requirement) {
    if (requirement.getValues().size() != 1) {
      throw malformed("field " + requirement.getKey() + " needs exactly one value");
    }
    String value = requirement.getValues().get(0);
    boolean isName = "metadata.name".equals(requirement.getKey());
    Predicate<Node> equal = node -> value.equals(isName ? node.getMetadata().getName() : "");
    return switch (operatorOf(requirement)) {
      case "In" -> equal;
      case "NotIn" -> equal.negate();
      default ->
          throw malformed("operator " + requirement.getOperator() + " is not known for a field");
    };
  }

  private static String operatorOf(NodeSelectorRequirement requirement) {
    String operator = requirement.getOperator();
    return operator == null ? "" : operator;
  }

  private static @Nullable String label(Node node, String key) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null ? null : labels.get(key);
  }

  private static boolean hasOneOf(Node node, String key, List<String> values) {
    String value = label(node, key);
    return value != null && values.contains(value);
  }

  private static long number(String key, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw malformed("value " + value + " of " + key + " is not a whole number");
    }
  }

  /** Returns 0 also where the label is missing or no number: neither greater nor less. */
  private static int compareLabel(Node node, String key, long bound) {
    String value = label(node, key);
    if (value == null) {
      return 0;
    }
    try {
      return Long.compare(Long.parseLong(value), bound);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static MalformedNodeSelectorException malformed(String message) {
    return new MalformedNodeSelectorException(message);
  }
}
