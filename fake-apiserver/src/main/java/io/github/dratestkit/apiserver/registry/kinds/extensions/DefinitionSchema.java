package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The schema of a version of a custom resource as a whole. */
final class DefinitionSchema {

  /** What may stand at the root beside a status of its own. */
  private static final Set<String> AT_ROOT =
      Set.of(
          "description",
          "type",
          "format",
          "title",
          "maximum",
          "exclusiveMaximum",
          "minimum",
          "exclusiveMinimum",
          "maxLength",
          "minLength",
          "pattern",
          "maxItems",
          "minItems",
          "uniqueItems",
          "multipleOf",
          "required",
          "items",
          "properties",
          "externalDocs",
          "example",
          "x-kubernetes-preserve-unknown-fields",
          "x-kubernetes-validations");

  private static final List<String> BEFORE_TYPE = List.of("id", "$schema", "$ref");

  private static final List<String> UNSUPPORTED_TEXTS = List.of("id", "$schema", "$ref");
  private static final List<String> UNSUPPORTED_MAPS =
      List.of("patternProperties", "dependencies", "definitions");

  private DefinitionSchema() {}

  static void check(Field schema, boolean status) {
    List<FieldError> errors = schema.errors();
    int before = errors.size();
    if (status) {
      root(schema);
    }
    if (schema.at("nullable").flag()) {
      schema.at("nullable").forbidden("nullable cannot be true at the root");
    }
    boolean structural = isConvertible(schema.value());
    if (structural) {
      List<FieldError> faults = new ArrayList<>();
      Field inspected = new Field(schema.value(), schema.path(), faults);
      SchemaStructure.check(inspected);
      if (faults.isEmpty()) {
        SchemaDefaults.checkRoot(inspected);
      }
      errors.addAll(faults);
    }
    SchemaRules.check(schema, SchemaRules.Place.ROOT);
    if (!structural && errors.size() == before) {
      schema.invalid("has fields that schemas of custom resources do not have");
    }
  }

  private static void root(Field schema) {
    boolean early = BEFORE_TYPE.stream().anyMatch(field -> isPresent(schema.at(field)));
    Field type = schema.at("type");
    if (!early && !type.isEmpty() && !type.text().equals("object")) {
      type.invalid("only \"object\" is allowed as the type at the root of the schema");
      return;
    }
    for (String field : schema.keys()) {
      if (!AT_ROOT.contains(field) && isPresent(schema.at(field))) {
        schema.invalid("has a field that is not allowed at the root beside a status");
        return;
      }
    }
  }

  // A reference, a schema and a null default are there however empty they are.
  private static boolean isPresent(Field field) {
    JsonNode value = field.value();
    boolean pointer = field.path().endsWith("$ref") || field.path().contains("x-kubernetes-");
    return field.isSet()
        && !(value.isBoolean()
            && !value.booleanValue()
            && !field.path().endsWith(".additionalProperties"))
        && (pointer || !value.isString() || !value.asString("").isEmpty());
  }

  /** Says whether a schema can be understood as one of custom resources at all. */
  static boolean isConvertible(JsonNode schema) {
    if (!schema.isObject()) {
      return true;
    }
    for (String text : UNSUPPORTED_TEXTS) {
      if (!schema.path(text).asString("").isEmpty()) {
        return false;
      }
    }
    for (String map : UNSUPPORTED_MAPS) {
      if (!schema.path(map).isEmpty()) {
        return false;
      }
    }
    JsonNode preserves = schema.path("x-kubernetes-preserve-unknown-fields");
    if (schema.hasNonNull("additionalItems")
        || (schema.path("items").isArray() && !schema.path("items").isEmpty())
        || (preserves.isBoolean() && !preserves.booleanValue())) {
      return false;
    }
    return Schemas.within(schema).allMatch(DefinitionSchema::isConvertible);
  }
}
