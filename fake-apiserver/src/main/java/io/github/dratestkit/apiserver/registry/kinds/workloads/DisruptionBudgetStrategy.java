package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Conditions;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Budgets of disruption (pkg/apis/policy/validation/validation.go, 1.37). */
final class DisruptionBudgetStrategy implements CountedSpec {

  private static final List<String> EVICTIONS = List.of("AlwaysAllow", "IfHealthyBudget");

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  // Only what no path could have is refused.
  @Override
  public NameRule nameRule() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
      spec.invalid("minAvailable and maxUnavailable cannot be both set");
    }
    for (String field : List.of("minAvailable", "maxUnavailable")) {
      if (spec.has(field)) {
        Counts.numberOrPercent(spec.at(field));
        Counts.atMostAll(spec.at(field));
      }
    }
    SelectorValidation.check(spec.at("selector"));
    spec.at("unhealthyPodEvictionPolicy").oneOfIfSet(EVICTIONS);
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Conditions.check(Field.of(object, errors).at("status", "conditions"));
    Counts.notNegative(
        Field.of(object, errors).at("status"),
        "disruptionsAllowed",
        "currentHealthy",
        "desiredHealthy",
        "expectedPods");
    return errors;
  }
}
