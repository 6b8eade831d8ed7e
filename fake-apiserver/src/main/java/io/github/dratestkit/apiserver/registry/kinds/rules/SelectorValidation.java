package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What label selectors look like (apimachinery/pkg/apis/meta/v1/validation/validation.go, 1.37).
 */
public final class SelectorValidation {

  private static final Set<String> WITH_VALUES = Set.of("In", "NotIn");
  private static final Set<String> WITHOUT_VALUES = Set.of("Exists", "DoesNotExist");

  private SelectorValidation() {}

  /** Checks a selector; one that is absent is no fault. */
  public static void check(Field selector) {
    check(selector.value(), selector.path(), selector.errors());
  }

  /** Checks a selector; one that is absent is no fault. */
  public static void check(JsonNode selector, String path, List<FieldError> errors) {
    for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
      key(label.getKey(), path + ".matchLabels", errors);
      String value = label.getValue().asString("");
      Labels.valueProblem(value)
          .ifPresent(
              problem -> errors.add(FieldError.invalid(path + ".matchLabels", value, problem)));
    }
    for (int i = 0; i < selector.path("matchExpressions").size(); i++) {
      expression(
          selector.path("matchExpressions").get(i), path + ".matchExpressions[" + i + "]", errors);
    }
  }

  private static void expression(JsonNode expression, String path, List<FieldError> errors) {
    String operator = expression.path("operator").asString("");
    JsonNode values = expression.path("values");
    if (WITH_VALUES.contains(operator)) {
      if (values.isEmpty()) {
        errors.add(FieldError.required(path + ".values", "must be specified with In or NotIn"));
      }
    } else if (WITHOUT_VALUES.contains(operator)) {
      if (!values.isEmpty()) {
        errors.add(
            FieldError.forbidden(path + ".values", "not together with Exists or DoesNotExist"));
      }
    } else {
      errors.add(FieldError.invalid(path + ".operator", operator, "not a valid selector operator"));
    }
    key(expression.path("key").asString(""), path + ".key", errors);
    for (int i = 0; i < values.size(); i++) {
      String at = path + ".values[" + i + "]";
      String value = values.get(i).asString("");
      Labels.valueProblem(value)
          .ifPresent(problem -> errors.add(FieldError.invalid(at, value, problem)));
    }
  }

  private static void key(String key, String path, List<FieldError> errors) {
    Labels.keyProblems(key).forEach(problem -> errors.add(FieldError.invalid(path, key, problem)));
  }
}
