package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds a value against a schema as JSON schema means it (kube-openapi, pkg/validation/validate, as
 * of 1.37). What was wrong before a change and is the same after it is passed over.
 */
final class ValueCheck {

  /** How the real server names a place when it means the whole object. */
  private static final String WHOLE = "<nil>";

  private final String prefix;

  private ValueCheck(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Returns what is wrong with a value.
   *
   * @param prefix where the value stands in its object, empty for the object itself
   * @param correlation the value, and what it was before
   */
  static List<FieldError> errors(JsonNode schema, Correlation correlation, String prefix) {
    return new ValueCheck(prefix).check(schema, correlation.value(), correlation, "").errors();
  }

  private Findings check(
      JsonNode schema, JsonNode value, @Nullable Correlation correlation, String path) {
    Findings findings = new Findings();
    type(schema, value, path, findings);
    if (!value.isNull()) {
      combined(schema, value, path, findings);
      if (value.isString()) {
        text(schema, value.stringValue(), path, findings);
      } else if (value.isNumber()) {
        new NumberCheck(schema, value, field(path), whole()).addTo(findings);
      } else if (value.isArray()) {
        items(schema, value, correlation, path, findings);
      } else if (value.isObject()) {
        entries(schema, value, correlation, path, findings);
      }
    }
    allowed(schema, value, path, findings);
    findings.fits();
    if (!findings.none() && correlation != null && correlation.unchanged()) {
      findings.forgive();
    }
    return findings;
  }

  private String field(String path) {
    String relative = path.startsWith(".") ? path.substring(1) : path;
    if (prefix.isEmpty()) {
      return relative.isEmpty() ? WHOLE : relative;
    }
    return relative.isEmpty() ? prefix : prefix + "." + relative;
  }

  private String whole() {
    return prefix.isEmpty() ? WHOLE : prefix;
  }

  private static Set<String> types(JsonNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean(false)) {
      return Set.of("integer", "string");
    }
    String type = schema.path("type").asString("");
    return type.isEmpty() ? Set.of() : Set.of(type);
  }

  private void type(JsonNode schema, JsonNode value, String path, Findings findings) {
    Set<String> types = types(schema);
    if (types.isEmpty()) {
      return;
    }
    if (value.isNull()) {
      if (!schema.path("nullable").asBoolean(false)) {
        wrongType(value, types, path, findings);
      }
      return;
    }
    boolean fits =
        switch (value.getNodeType()) {
          case OBJECT -> types.contains("object");
          case ARRAY -> types.contains("array");
          case STRING -> types.contains("string");
          case BOOLEAN -> types.contains("boolean");
          case NUMBER -> types.contains("number") || (types.contains("integer") && isWhole(value));
          default -> false;
        };
    if (fits) {
      findings.fits();
    } else {
      wrongType(value, types, path, findings);
    }
  }

  private static boolean isWhole(JsonNode number) {
    return number.isIntegralNumber() || number.doubleValue() == Math.rint(number.doubleValue());
  }

  private void wrongType(JsonNode value, Set<String> types, String path, Findings findings) {
    String place = field(path);
    findings.add(
        FieldError.typeInvalid(
            place,
            value.isString() ? value.stringValue() : value,
            "must be of type " + String.join(",", types.stream().sorted().toList())));
  }

  private void text(JsonNode schema, String text, String path, Findings findings) {
    String place = field(path);
    int length = text.codePointCount(0, text.length());
    JsonNode most = schema.path("maxLength");
    JsonNode least = schema.path("minLength");
    String pattern = schema.path("pattern").asString("");
    if (most.isNumber() && length > most.asLong()) {
      findings.add(FieldError.tooLong(place, most.asInt()));
    } else if (least.isNumber() && length < least.asLong()) {
      invalid(place, text, "should be at least " + least + " chars long", findings);
    } else if (!pattern.isEmpty() && !Patterns.find(pattern, text)) {
      invalid(place, text, "should match '" + pattern + "'", findings);
    }
    String format = schema.path("format").asString("");
    if (types(schema).size() <= 1 && !TextFormats.fits(format, text)) {
      findings.add(FieldError.typeInvalid(place, text, "must be of type " + format));
    }
  }

  private static void invalid(String place, Object value, String detail, Findings findings) {
    findings.add(FieldError.invalid(place, value, place + " " + detail));
  }

  private void allowed(JsonNode schema, JsonNode value, String path, Findings findings) {
    JsonNode allowed = schema.path("enum");
    if (allowed.isEmpty() || allowed.valueStream().anyMatch(one -> same(one, value))) {
      return;
    }
    List<String> texts =
        allowed
            .valueStream()
            .map(one -> one.isString() ? one.stringValue() : one.toString())
            .toList();
    findings.add(
        FieldError.notSupported(
            field(path), value.isString() ? value.stringValue() : value, texts));
  }

  private static boolean same(JsonNode allowed, JsonNode value) {
    return allowed.isNumber() && value.isNumber()
        ? allowed.doubleValue() == value.doubleValue()
        : allowed.equals(value);
  }

  private void items(
      JsonNode schema,
      JsonNode list,
      @Nullable Correlation correlation,
      String path,
      Findings findings) {
    JsonNode items = schema.path("items");
    for (int index = 0; items.isObject() && index < list.size(); index++) {
      Correlation known = correlation == null ? null : correlation.item(index).orElse(null);
      findings.add(check(items, list.get(index), known, path + "[" + index + "]"));
    }
    String place = field(path);
    JsonNode least = schema.path("minItems");
    JsonNode most = schema.path("maxItems");
    if (least.isNumber() && list.size() < least.asLong()) {
      invalid(place, list.size(), "should have at least " + least + " items", findings);
    }
    if (most.isNumber() && list.size() > most.asLong()) {
      findings.add(FieldError.tooMany(place, list.size(), most.asInt()));
    }
    boolean unique = schema.path("uniqueItems").asBoolean(false);
    if (unique && new HashSet<>(list.valueStream().toList()).size() < list.size()) {
      invalid(place, "", "shouldn't contain duplicates", findings);
    }
    findings.fits();
  }

  private void entries(
      JsonNode schema,
      JsonNode object,
      @Nullable Correlation correlation,
      String path,
      Findings findings) {
    String place = field(path);
    JsonNode least = schema.path("minProperties");
    JsonNode most = schema.path("maxProperties");
    if (least.isNumber() && object.size() < least.asLong()) {
      invalid(place, object.size(), "should have at least " + least + " properties", findings);
    }
    if (most.isNumber() && object.size() > most.asLong()) {
      findings.add(FieldError.tooMany(place, object.size(), most.asInt()));
    }
    JsonNode properties = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    object.forEachEntry(
        (name, value) -> {
          JsonNode part = properties.has(name) ? properties.get(name) : others;
          if (part.isObject()) {
            boolean type = path.isEmpty() && (name.equals("kind") || name.equals("apiVersion"));
            Correlation known =
                correlation == null || type ? null : correlation.entry(name).orElse(null);
            findings.add(check(part, value, known, path + "." + name));
          }
        });
    for (JsonNode required : schema.path("required")) {
      if (!object.has(required.asString(""))) {
        findings.add(FieldError.required(field(path + "." + required.asString("")), ""));
      }
    }
  }

  // What combines schemas asks each of them about the same value, without what it was before.
  private void combined(JsonNode schema, JsonNode value, String path, Findings findings) {
    any(schema.path("anyOf"), value, path, findings);
    one(schema.path("oneOf"), value, path, findings);
    int fitting = 0;
    for (JsonNode part : schema.path("allOf")) {
      Findings found = check(part, value, null, path);
      fitting += found.none() ? 1 : 0;
      findings.add(found);
    }
    if (fitting < schema.path("allOf").size()) {
      about("must validate all the schemas (allOf)", path, findings);
    }
    JsonNode not = schema.path("not");
    if (not.isObject() && check(not, value, null, path).none()) {
      about("must not validate the schema (not)", path, findings);
    }
  }

  private void any(JsonNode parts, JsonNode value, String path, Findings findings) {
    Findings best = null;
    for (JsonNode part : parts) {
      Findings found = check(part, value, null, path);
      if (found.none()) {
        findings.add(found);
        return;
      }
      best = better(best, found);
    }
    if (best != null) {
      about("must validate at least one schema (anyOf)", path, findings);
      findings.add(best);
    }
  }

  private void one(JsonNode parts, JsonNode value, String path, Findings findings) {
    List<Findings> fitting = new ArrayList<>();
    Findings best = null;
    for (JsonNode part : parts) {
      Findings found = check(part, value, null, path);
      if (found.none()) {
        fitting.add(found);
      } else if (fitting.isEmpty()) {
        best = better(best, found);
      }
    }
    if (fitting.size() == 1) {
      findings.add(fitting.get(0));
    } else if (!parts.isEmpty()) {
      about(
          "must validate one and only one schema (oneOf). Found "
              + (fitting.isEmpty() ? "none valid" : fitting.size() + " valid alternatives"),
          path,
          findings);
      Optional.ofNullable(fitting.isEmpty() ? best : null).ifPresent(findings::add);
    }
  }

  private static Findings better(@Nullable Findings best, Findings found) {
    return best == null || found.fitting() > best.fitting() ? found : best;
  }

  private void about(String detail, String path, Findings findings) {
    String place = path.startsWith(".") ? path.substring(1) : path;
    findings.add(FieldError.invalid(whole(), "", "\"" + place + "\" " + detail));
  }
}
