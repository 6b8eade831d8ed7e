package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Tolerations of requests and of allocation results. Their number is not limited. */
final class TolerationRules {

  static final List<String> OPERATORS = List.of("Equal", "Exists");

  private TolerationRules() {}

  static void check(JsonNode owner, String path, Findings findings) {
    Lists.each(
        Tree.items(owner, "tolerations"),
        Path.child(path, "tolerations"),
        TolerationRules::toleration,
        findings);
  }

  private static void toleration(JsonNode toleration, String path, Findings findings) {
    Findings declared = findings.alsoDeclared();
    String key = Tree.text(toleration, "key");
    if (!key.isEmpty()) {
      Formats.labelKey(key, path + ".key", declared);
    }
    value(toleration, path, findings);
    String effect = Tree.text(toleration, "effect");
    if (!effect.isEmpty()) {
      Formats.oneOf(effect, TaintRules.EFFECTS, path + ".effect", declared);
    }
  }

  private static void value(JsonNode toleration, String path, Findings findings) {
    String value = Tree.text(toleration, "value");
    String operator = Tree.text(toleration, "operator");
    switch (operator) {
      case "Exists" -> {
        if (!value.isEmpty()) {
          findings.invalid(path + ".value", value, "must be empty for operator Exists");
        }
      }
      case "Equal" -> Formats.labelValue(value, path + ".value", findings);
      case "" -> findings.alsoDeclared().required(path + ".operator", "one of " + OPERATORS);
      default ->
          findings
              .alsoDeclared()
              .add(FieldError.notSupported(path + ".operator", operator, OPERATORS));
    }
  }
}
