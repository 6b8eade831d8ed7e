package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A label selector as requests carry it: requirements that must all hold. */
final class LabelSelector {

  /** Selects everything. */
  static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private static final String KEY = "([A-Za-z0-9._/-]+)";
  private static final Pattern SET =
      Pattern.compile("\\s*" + KEY + "\\s+(in|notin)\\s*\\(([^)]*)\\)\\s*(?:,|$)");
  private static final Pattern COMPARE =
      Pattern.compile("\\s*" + KEY + "\\s*(==|!=|=|>|<)\\s*([A-Za-z0-9._-]*)\\s*(?:,|$)");
  private static final Pattern EXISTS = Pattern.compile("\\s*(!?)\\s*" + KEY + "\\s*(?:,|$)");

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
    if (text.isBlank()) {
      return EVERYTHING;
    }
    List<Requirement> requirements = new ArrayList<>();
    int position = 0;
    while (position < text.length()) {
      Matcher set = SET.matcher(text).region(position, text.length());
      Matcher compare = COMPARE.matcher(text).region(position, text.length());
      Matcher exists = EXISTS.matcher(text).region(position, text.length());
      if (set.lookingAt()) {
        requirements.add(
            new Requirement(
                set.group(1),
                set.group(2).equals("in") ? Operator.IN : Operator.NOT_IN,
                values(set.group(3))));
        position = set.end();
      } else if (compare.lookingAt()) {
        requirements.add(comparison(compare.group(1), compare.group(2), compare.group(3)));
        position = compare.end();
      } else if (exists.lookingAt()) {
        requirements.add(
            new Requirement(
                exists.group(2),
                exists.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST,
                Set.of()));
        position = exists.end();
      } else {
        throw unparsable("found '" + text.substring(position).strip() + "'");
      }
    }
    requirements.forEach(LabelSelector::check);
    return new LabelSelector(List.copyOf(requirements));
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

  private static Requirement comparison(String key, String operator, String value) {
    return switch (operator) {
      case "=", "==" -> new Requirement(key, Operator.IN, Set.of(value));
      case "!=" -> new Requirement(key, Operator.NOT_IN, Set.of(value));
      case ">" -> new Requirement(key, Operator.GREATER, Set.of(value));
      default -> new Requirement(key, Operator.LESS, Set.of(value));
    };
  }

  private static Set<String> values(String list) {
    Set<String> values = new LinkedHashSet<>();
    for (String value : list.split(",", -1)) {
      values.add(value.strip());
    }
    return values;
  }

  private static void check(Requirement requirement) {
    Labels.keyProblem(requirement.key)
        .ifPresent(
            problem -> {
              throw unparsable("key: Invalid value: \"" + requirement.key + "\": " + problem);
            });
    for (String value : requirement.values) {
      Labels.valueProblem(value)
          .ifPresent(
              problem -> {
                throw unparsable(
                    "values[0]["
                        + requirement.key
                        + "]: Invalid value: \""
                        + value
                        + "\": "
                        + problem);
              });
      if (requirement.isNumeric() && !value.matches("[-+]?[0-9]+")) {
        throw unparsable(
            "values[0]: Invalid value: \""
                + value
                + "\": for 'Gt', 'Lt' operators, the value must"
                + " be an integer");
      }
    }
  }

  private static RuntimeException unparsable(String detail) {
    return StatusErrors.badRequest("unable to parse requirement: " + detail);
  }

  private enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST,
    GREATER,
    LESS
  }

  private record Requirement(String key, Operator operator, Set<String> values) {

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
