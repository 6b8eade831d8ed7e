package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.allocator.cel.Rule;
import io.github.dratestkit.allocator.cel.RuleEnvironment;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the rules that a schema has in CEL, at every value that it describes
 * (apiextensions-apiserver, pkg/apiserver/schema/cel/validation.go, 1.37). A rule whose expression
 * is none is passed over.
 */
final class RuleCheck {

  private static final String RULES = "x-kubernetes-validations";
  private static final Pattern TEXTS =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'");
  private static final Pattern OLD = Pattern.compile("\\boldSelf\\b");

  private final RuleEnvironment environment;
  private final List<FieldError> errors = new ArrayList<>();

  private RuleCheck(RuleEnvironment environment) {
    this.environment = environment;
  }

  /** Says whether a schema has a rule anywhere. */
  static boolean hasRules(StructuralSchema schema) {
    return !schema.source().path(RULES).isEmpty()
        || schema.properties().values().stream().anyMatch(RuleCheck::hasRules)
        || schema.others().map(RuleCheck::hasRules).orElse(false)
        || schema.items().map(RuleCheck::hasRules).orElse(false);
  }

  /** Returns which rules an object breaks. */
  static List<FieldError> errors(
      RuleEnvironment environment,
      ObjectNode object,
      @Nullable ObjectNode old,
      StructuralSchema schema) {
    RuleCheck check = new RuleCheck(environment);
    check.value(new Correlation(object, old, schema), schema, "", true);
    return check.errors;
  }

  private void value(Correlation correlation, StructuralSchema schema, String path, boolean root) {
    JsonNode value = correlation.value();
    if (value.isNull()) {
      return;
    }
    JsonNode rules = schema.source().path(RULES);
    if (!rules.isEmpty()) {
      Object self = RuleValues.of(value, schema, root);
      JsonNode before = correlation.before();
      Object then = before == null ? null : RuleValues.of(before, schema, root);
      for (JsonNode rule : rules) {
        rule(rule, correlation, self, then, path);
      }
    }
    parts(correlation, schema, path, root);
  }

  private void parts(Correlation correlation, StructuralSchema schema, String path, boolean root) {
    JsonNode value = correlation.value();
    if (value.isObject()) {
      value.forEachEntry(
          (name, entry) -> {
            boolean declared = schema.properties().containsKey(name);
            String field = path.isEmpty() ? name : path + "." + name;
            Optional<StructuralSchema> part =
                root && name.equals("metadata") ? Optional.empty() : schema.entry(name);
            part.ifPresent(
                known ->
                    value(
                        correlation
                            .entry(name)
                            .orElseGet(() -> new Correlation(entry, null, known)),
                        known,
                        declared ? field : path + "[" + name + "]",
                        false));
          });
    } else if (value.isArray() && schema.items().isPresent()) {
      StructuralSchema items = schema.items().get();
      for (int index = 0; index < value.size(); index++) {
        JsonNode item = value.get(index);
        value(
            correlation.item(index).orElseGet(() -> new Correlation(item, null, items)),
            items,
            path + "[" + index + "]",
            false);
      }
    }
  }

  private void rule(
      JsonNode rule, Correlation correlation, Object self, @Nullable Object then, String path) {
    String expression = rule.path("rule").asString("");
    boolean looksBack = OLD.matcher(TEXTS.matcher(expression).replaceAll("''")).find();
    boolean optional = rule.path("optionalOldSelf").asBoolean(false);
    boolean unchanged = correlation.unchanged();
    boolean asked = looksBack ? optional || then != null : !unchanged;
    Optional<Rule> compiled = asked ? environment.compile(expression) : Optional.empty();
    if (compiled.isEmpty()) {
      return;
    }
    Object old = looksBack && optional ? Optional.ofNullable(then) : then;
    Rule.Outcome outcome = compiled.get().evaluate(self, old);
    boolean kept =
        outcome instanceof Rule.Outcome.Value given && Boolean.TRUE.equals(given.value());
    if (kept || unchanged) {
      return;
    }
    if (outcome instanceof Rule.Outcome.Failed failed) {
      errors.add(invalid(path, correlation.value(), "rule evaluation error: " + failed.message()));
      return;
    }
    String place = path + rule.path("fieldPath").asString("");
    errors.add(
        refused(
            rule.path("reason").asString(""),
            place.startsWith(".") ? place.substring(1) : place,
            correlation.value(),
            message(rule, self, old)));
  }

  private static FieldError refused(String reason, String place, JsonNode value, String message) {
    return switch (reason) {
      case "FieldValueForbidden" -> FieldError.forbidden(field(place), message);
      case "FieldValueRequired" -> FieldError.required(field(place), message);
      case "FieldValueDuplicate" -> FieldError.duplicate(field(place), shown(value));
      default -> invalid(place, value, message);
    };
  }

  private static FieldError invalid(String place, JsonNode value, String message) {
    return FieldError.invalid(field(place), shown(value), message);
  }

  private static String field(String place) {
    return place.isEmpty() ? "<nil>" : place;
  }

  private static Object shown(JsonNode value) {
    return value.isString() ? value.stringValue() : value;
  }

  private String message(JsonNode rule, Object self, @Nullable Object old) {
    String expression = rule.path("messageExpression").asString("");
    if (!expression.isEmpty()
        && environment.compile(expression).map(known -> known.evaluate(self, old)).orElse(null)
            instanceof Rule.Outcome.Value given
        && given.value() instanceof String text
        && !text.isBlank()
        && text.indexOf('\n') < 0) {
      return text;
    }
    String message = rule.path("message").asString("").strip();
    return message.isEmpty() ? "failed rule: " + rule.path("rule").asString("").strip() : message;
  }
}
