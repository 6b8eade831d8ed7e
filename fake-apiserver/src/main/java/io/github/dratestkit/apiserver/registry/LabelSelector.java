package io.github.dratestkit.apiserver.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A label selector as requests carry it: requirements that must all hold. */
final class LabelSelector {

  /** Selects everything. */
  static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private final List<Requirement> requirements;

  private LabelSelector(List<Requirement> requirements) {
    this.requirements = requirements;
  }

  /**
   * Reads a selector.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it cannot be read
   */
  static LabelSelector parse(String text) {
    List<Requirement> read = LabelSelectorParser.parse(text);
    return read.isEmpty() ? EVERYTHING : new LabelSelector(List.copyOf(read));
  }

  /** Returns the selector of a LabelSelector object; a missing one selects nothing. */
  static LabelSelector ofObject(JsonNode selector) {
    if (selector.isMissingNode() || selector.isNull()) {
      return new LabelSelector(
          List.of(
              new Requirement("", Operator.EXISTS, Set.of()),
              new Requirement("", Operator.DOES_NOT_EXIST, Set.of())));
    }
    List<Requirement> requirements = new ArrayList<>();
    selector
        .path("matchLabels")
        .properties()
        .forEach(
            label ->
                requirements.add(
                    new Requirement(
                        label.getKey(), Operator.IN, Set.of(label.getValue().asString("")))));
    for (JsonNode expression : selector.path("matchExpressions")) {
      Set<String> values = new LinkedHashSet<>();
      expression.path("values").forEach(value -> values.add(value.asString("")));
      requirements.add(
          new Requirement(
              expression.path("key").asString(""),
              operator(expression.path("operator").asString("")),
              values));
    }
    return new LabelSelector(List.copyOf(requirements));
  }

  private static Operator operator(String name) {
    return switch (name) {
      case "In" -> Operator.IN;
      case "NotIn" -> Operator.NOT_IN;
      case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
      default -> Operator.EXISTS;
    };
  }

  /** Says whether an object's labels fit. */
  boolean matches(JsonNode object) {
    if (requirements.isEmpty()) {
      return true;
    }
    JsonNode labels = object.path("metadata").path("labels");
    return requirements.stream().allMatch(requirement -> requirement.matches(labels));
  }

  boolean isEverything() {
    return requirements.isEmpty();
  }

  enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST,
    GREATER,
    LESS
  }

  record Requirement(String key, Operator operator, Set<String> values) {

    boolean isNumeric() {
      return operator == Operator.GREATER || operator == Operator.LESS;
    }

    boolean matches(JsonNode labels) {
      JsonNode label = labels.get(key);
      return switch (operator) {
        case IN -> label != null && values.contains(label.asString());
        case NOT_IN -> label == null || !values.contains(label.asString());
        case EXISTS -> label != null;
        case DOES_NOT_EXIST -> label == null;
        case GREATER -> label != null && compares(label.asString(), 1);
        case LESS -> label != null && compares(label.asString(), -1);
      };
    }

    private boolean compares(String actual, int sign) {
      try {
        long bound = Long.parseLong(values.iterator().next());
        return Long.signum(Long.compare(Long.parseLong(actual), bound)) == sign;
      } catch (NumberFormatException notANumber) {
        return false;
      }
    }
  }
}
