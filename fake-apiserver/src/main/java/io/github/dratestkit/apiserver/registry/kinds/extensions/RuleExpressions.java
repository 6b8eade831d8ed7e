package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.allocator.cel.RuleEnvironment;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The expressions of a rule of a schema, as far as they can be judged without the types of what
 * they are about (apiextensions-apiserver, pkg/apis/apiextensions/validation, 1.37).
 */
final class RuleExpressions {

  private static final Pattern TEXTS =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'");
  private static final Pattern OLD = Pattern.compile("\\boldSelf\\b");
  private static final Pattern PATH =
      Pattern.compile("(?:\\.[A-Za-z_][A-Za-z0-9_-]*|\\['[^']*'\\])+");
  private static final Pattern STEP =
      Pattern.compile("\\.([A-Za-z_][A-Za-z0-9_-]*)|\\['([^']*)'\\]");

  private RuleExpressions() {}

  static void check(Field rule, Field schema) {
    // What no schema says of is told where the schema is looked at.
    boolean typed = !schema.at("type").isEmpty() || schema.at("x-kubernetes-int-or-string").flag();
    if (!typed) {
      return;
    }
    expression(rule.at("rule"));
    expression(rule.at("messageExpression"));
    String text = TEXTS.matcher(rule.at("rule").text()).replaceAll("''");
    if (rule.at("optionalOldSelf").isSet() && !OLD.matcher(text).find()) {
      rule.at("optionalOldSelf").invalid("may not be set if oldSelf is not used in rule");
    }
    Field path = rule.at("fieldPath");
    if (!path.text().isBlank() && !leads(path.text(), schema.value())) {
      path.invalid("must be a valid path");
    }
  }

  private static void expression(Field expression) {
    if (!expression.text().isBlank()) {
      RuleEnvironment.of(FeatureSet.of(KubernetesVersion.LATEST, Map.of()))
          .syntaxError(expression.text())
          .ifPresent(expression::invalid);
    }
  }

  private static boolean leads(String path, JsonNode schema) {
    if (!PATH.matcher(path).matches()) {
      return false;
    }
    JsonNode found = schema;
    for (var step : STEP.matcher(path).results().toList()) {
      String name = step.group(1) == null ? step.group(2) : step.group(1);
      JsonNode others = found.path("additionalProperties");
      found = others.isObject() ? others : found.path("properties").path(name);
      if (found.isMissingNode()) {
        return false;
      }
    }
    return true;
  }
}
