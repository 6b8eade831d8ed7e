package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The defaults within a schema, which must be valid by it (apiextensions-apiserver,
 * pkg/apiserver/schema/defaulting/validation.go, 1.37).
 */
final class SchemaDefaults {

  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

  private SchemaDefaults() {}

  /** The root of a schema counts as an embedded resource. */
  static void checkRoot(Field schema) {
    check(schema, true);
  }

  private static void check(Field schema, boolean isResource) {
    Field standard = schema.at("default");
    if (standard.isSet()) {
      if (isResource || schema.at(EMBEDDED).flag()) {
        for (String field : List.of("apiVersion", "kind")) {
          standard.at(field).isThere();
        }
      }
      if (hasUnknown(standard.value(), schema.value(), isResource)) {
        standard.invalid("must not have unknown fields");
      }
      value(standard, schema.value());
    }
    for (Field property : schema.at("properties").entries()) {
      check(property, false);
    }
    for (String field : List.of("items", "additionalProperties")) {
      if (schema.at(field).value().isObject()) {
        check(schema.at(field), false);
      }
    }
  }

  private static boolean hasUnknown(JsonNode value, JsonNode schema, boolean isResource) {
    if (schema.path(PRESERVE).asBoolean(false)) {
      return false;
    }
    if (value.isArray()) {
      for (JsonNode item : value) {
        if (hasUnknown(item, schema.path("items"), false)) {
          return true;
        }
      }
    }
    for (String name : value.isObject() ? value.propertyNames() : List.<String>of()) {
      boolean meta =
          (isResource || schema.path(EMBEDDED).asBoolean(false))
              && List.of("apiVersion", "kind", "metadata").contains(name);
      JsonNode others = schema.path("additionalProperties");
      JsonNode inner =
          schema.path("properties").has(name) ? schema.path("properties").path(name) : others;
      if (!meta
          && (inner.isMissingNode()
              || inner.isObject() && hasUnknown(value.path(name), inner, false))) {
        return true;
      }
    }
    return false;
  }

  private static void value(Field value, JsonNode schema) {
    if (!value.isSet()) {
      if (!schema.path("nullable").asBoolean(false)) {
        value.invalid("must not be null");
      }
      return;
    }
    if (!isOfType(value.value(), schema.path("type").asString(""))) {
      value.invalid("must be of type " + schema.path("type").asString(""));
      return;
    }
    JsonNode choices = schema.path("enum");
    if (!choices.isEmpty() && choices.valueStream().noneMatch(value.value()::equals)) {
      value.notSupported(choices.valueStream().map(JsonNode::toString).toList());
    }
    if (value.value().isObject()) {
      for (JsonNode name : schema.path("required")) {
        if (!value.value().has(name.asString(""))) {
          value.at(name.asString("")).required("");
        }
      }
    }
    for (String name : value.keys()) {
      JsonNode inner = schema.path("properties").path(name);
      if (inner.isObject()) {
        value(value.at(name), inner);
      }
    }
    for (Field item : value.items()) {
      value(item, schema.path("items"));
    }
  }

  private static boolean isOfType(JsonNode value, String type) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      default -> true;
    };
  }
}
