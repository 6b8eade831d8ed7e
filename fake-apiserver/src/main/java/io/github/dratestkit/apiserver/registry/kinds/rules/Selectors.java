package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.Labels;
import java.util.List;

/** Label selectors of kinds that look after other objects (metav1.LabelSelectorAsSelector). */
public final class Selectors {

  private Selectors() {}

  /** Says whether a selector, which must be well formed, selects an object with these labels. */
  public static boolean matches(Field selector, Field labels) {
    if (!selector.isSet()) {
      return false;
    }
    for (String key : selector.at("matchLabels").keys()) {
      if (!labels.has(key)
          || !labels.at(key).text().equals(selector.at("matchLabels", key).text())) {
        return false;
      }
    }
    return selector.at("matchExpressions").items().stream()
        .allMatch(expression -> matchesExpression(expression, labels));
  }

  private static boolean matchesExpression(Field expression, Field labels) {
    Field label = labels.at(expression.at("key").text());
    List<String> values = expression.at("values").texts();
    return switch (expression.at("operator").text()) {
      case "In" -> label.isSet() && values.contains(label.text());
      case "NotIn" -> !label.isSet() || !values.contains(label.text());
      case "Exists" -> label.isSet();
      default -> !label.isSet();
    };
  }

  /** Says whether a selector can be understood, which is less than that it is valid. */
  public static boolean isUnderstood(Field selector) {
    for (String key : selector.at("matchLabels").keys()) {
      if (!Labels.keyProblems(key).isEmpty()
          || Labels.valueProblem(selector.at("matchLabels", key).text()).isPresent()) {
        return false;
      }
    }
    return selector.at("matchExpressions").items().stream().allMatch(Selectors::understood);
  }

  private static boolean understood(Field expression) {
    List<String> values = expression.at("values").texts();
    boolean fits =
        switch (expression.at("operator").text()) {
          case "In", "NotIn" -> !values.isEmpty();
          case "Exists", "DoesNotExist" -> values.isEmpty();
          default -> false;
        };
    return fits
        && Labels.keyProblems(expression.at("key").text()).isEmpty()
        && values.stream().allMatch(value -> Labels.valueProblem(value).isEmpty());
  }

  public static boolean isEmpty(Field selector) {
    return selector.at("matchLabels").isEmpty() && selector.at("matchExpressions").isEmpty();
  }
}
