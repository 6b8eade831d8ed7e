package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Taints of nodes and what tolerates them (ValidateTolerations, core validation, 1.37). */
public final class TolerationValidation {

  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<String> OPERATORS = List.of("Equal", "Exists");

  private TolerationValidation() {}

  public static void check(Field tolerations, FeatureSet features) {
    tolerations.items().forEach(toleration -> toleration(toleration, features));
  }

  private static void toleration(Field toleration, FeatureSet features) {
    Field operator = toleration.at("operator");
    Field effect = toleration.at("effect");
    Field value = toleration.at("value");
    if (!toleration.at("key").isEmpty()) {
      Formats.qualifiedName(toleration.at("key"));
    } else if (!operator.text().equals("Exists")) {
      operator.invalid("operator must be Exists when `key` is empty, which means all keys");
    }
    if (toleration.has("tolerationSeconds") && !effect.text().equals("NoExecute")) {
      effect.invalid("effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    switch (operator.text()) {
      case "", "Equal" -> Formats.labelValue(value.named(operator.path()));
      case "Exists" -> {
        if (!value.isEmpty()) {
          value.named(operator.path()).invalid("value must be empty when `operator` is 'Exists'");
        }
      }
      case "Lt", "Gt" -> {
        if (!features.enabled("TaintTolerationComparisonOperators")) {
          operator.notSupported(OPERATORS);
        } else if (!isInteger(value.text())) {
          value.invalid("must be a decimal integer of 64 bits");
        }
      }
      default -> operator.notSupported(OPERATORS);
    }
    if (!effect.isEmpty()) {
      effect.oneOf(EFFECTS);
    }
  }

  private static boolean isInteger(String text) {
    try {
      return text.matches("0|-?[1-9][0-9]*") && Long.toString(Long.parseLong(text)).equals(text);
    } catch (NumberFormatException tooLarge) {
      return false;
    }
  }

  public static void taints(Field taints) {
    Set<String> seen = new HashSet<>();
    for (Field taint : taints.items()) {
      Formats.qualifiedName(taint.at("key"));
      Formats.labelValue(taint.at("value"));
      taint.at("effect").requiredOneOf(EFFECTS);
      if (!seen.add(taint.at("key").text() + " " + taint.at("effect").text())) {
        taint.duplicate();
      }
    }
  }
}
