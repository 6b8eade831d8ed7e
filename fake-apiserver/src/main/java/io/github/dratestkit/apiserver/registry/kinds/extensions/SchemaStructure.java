package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What makes a schema structural: the type of every value is known (apiextensions-apiserver,
 * pkg/apiserver/schema/validation.go and complete.go, 1.37).
 */
final class SchemaStructure {

  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

  /** What only the structure itself may say. */
  private static final List<String> NOT_NESTED =
      List.of(
          "type",
          "default",
          "title",
          "description",
          "nullable",
          PRESERVE,
          EMBEDDED,
          INT_OR_STRING,
          "x-kubernetes-list-map-keys",
          "x-kubernetes-list-type",
          "x-kubernetes-map-type",
          "x-kubernetes-validations");

  private static final JsonNode NUMBER_OR_TEXT =
      JsonMapper.shared().readTree("[{\"type\":\"integer\"},{\"type\":\"string\"}]");

  private enum Level {
    ROOT("must not be empty at the root"),
    ITEM("must not be empty for specified array items"),
    FIELD("must not be empty for specified object fields");

    private final String wanted;

    Level(String wanted) {
      this.wanted = wanted;
    }
  }

  private SchemaStructure() {}

  static void check(Field schema) {
    invariants(schema, Level.ROOT);
    completeness(schema, schema);
  }

  private static void invariants(Field schema, Level level) {
    Field items = schema.at("items");
    if (schema.at("type").text().equals("array") && !items.value().isObject()) {
      items.required("must be specified");
    }
    if (items.value().isObject()) {
      invariants(items, Level.ITEM);
    }
    for (Field property : schema.at("properties").entries()) {
      invariants(property, Level.FIELD);
    }
    Field others = schema.at("additionalProperties");
    if (others.isSet()) {
      if (level == Level.ROOT) {
        others.forbidden("must not be used at the root");
      }
      if (others.value().isObject()) {
        invariants(others, Level.FIELD);
      }
    }
    extensions(schema);
    JsonNode anyOf = schema.at("anyOf").value();
    JsonNode firstOfAll = schema.at("allOf").item(0).at("anyOf").value();
    values(schema, anyOf.equals(NUMBER_OR_TEXT), firstOfAll.equals(NUMBER_OR_TEXT));
    type(schema, level);
    resource(schema, level);
  }

  private static void extensions(Field schema) {
    if (schema.at(INT_OR_STRING).flag()) {
      for (String other : List.of(PRESERVE, EMBEDDED)) {
        if (schema.at(other).flag()) {
          schema.at(other).invalid("must be false if x-kubernetes-int-or-string is true");
        }
      }
    }
  }

  private static void type(Field schema, Level level) {
    Field type = schema.at("type");
    boolean embedded = schema.at(EMBEDDED).flag();
    if (embedded && !type.text().equals("object")) {
      String detail = "must be object if x-kubernetes-embedded-resource is true";
      if (type.isEmpty()) {
        type.required(detail);
      } else {
        type.invalid(detail);
      }
    } else if (type.isEmpty() && !schema.at(INT_OR_STRING).flag() && !schema.at(PRESERVE).flag()) {
      type.required(level.wanted);
    }
    if (embedded && schema.has("additionalProperties")) {
      schema.at("additionalProperties").forbidden("must not be used in an embedded resource");
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.text().equals("object")) {
      type.invalid("must be object at the root");
    }
  }

  private static void resource(Field schema, Level level) {
    boolean resource = level == Level.ROOT || schema.at(EMBEDDED).flag();
    Field properties = schema.at("properties");
    if (resource) {
      wantsType(properties, "kind", "string");
      wantsType(properties, "apiVersion", "string");
      wantsType(properties, "metadata", "object");
    }
    if (level == Level.ROOT && properties.value().get("metadata") instanceof ObjectNode metadata) {
      ObjectNode rest = metadata.deepCopy();
      Set<String> known = Set.of("name", "generateName");
      if (!rest.path("properties").isEmpty()
          && known.containsAll(rest.path("properties").propertyNames())) {
        rest.remove("properties");
      }
      rest.remove(List.of("type", "default"));
      if (!rest.isEmpty()) {
        properties.key("metadata").forbidden("must not specify anything but names");
      }
    }
    if (schema.at(EMBEDDED).flag() && !schema.at(PRESERVE).flag() && properties.isEmpty()) {
      properties.required("must not be empty in an embedded resource");
    }
  }

  private static void wantsType(Field properties, String name, String type) {
    Field property = properties.key(name);
    if (property.isSet() && !property.at("type").text().equals(type)) {
      property.at("type").invalid("must be " + type);
    }
  }

  // What is said about values, here and in the schemas that are combined here.
  private static void values(Field schema, boolean skipsAnyOf, boolean skipsFirstOfAll) {
    for (String junctor : Schemas.JUNCTORS) {
      if (junctor.equals("anyOf") && skipsAnyOf) {
        continue;
      }
      List<Field> parts = schema.at(junctor).items();
      for (int i = 0; i < parts.size(); i++) {
        nested(parts.get(i), junctor.equals("allOf") && i == 0 && skipsFirstOfAll);
      }
    }
    if (schema.at("not").value().isObject()) {
      nested(schema.at("not"), false);
    }
    Field pattern = schema.at("pattern");
    try {
      Pattern.compile(pattern.text());
    } catch (PatternSyntaxException e) {
      pattern.invalid("must be a valid regular expression");
    }
  }

  private static void nested(Field schema, boolean skipsAnyOf) {
    values(schema, skipsAnyOf, false);
    if (schema.at("items").value().isObject()) {
      nested(schema.at("items"), false);
    }
    for (Field property : schema.at("properties").entries()) {
      nested(property, false);
    }
    Field others = schema.at("additionalProperties");
    if (others.value().isObject() || others.flag()) {
      others.forbidden("must be undefined to be structural");
    }
    for (String field : NOT_NESTED) {
      Field said = schema.at(field);
      boolean pointer = field.endsWith("-type") && said.isSet();
      if (pointer
          || (!said.isEmpty() && !isFalse(said))
          || field.equals("default") && said.isSet()) {
        said.forbidden("must be empty to be structural");
      }
    }
    if (schema.at("properties").key("metadata").isSet()) {
      schema.at("properties").key("metadata").forbidden("must not be specified when nested");
    }
  }

  private static boolean isFalse(Field field) {
    return field.value().isBoolean() && !field.flag();
  }

  // Whatever is said about values needs its counterpart in the structure.
  private static void completeness(Field said, Field structure) {
    for (String junctor : Schemas.JUNCTORS) {
      said.at(junctor).items().forEach(part -> counterpart(part, structure));
    }
    if (said.at("not").value().isObject()) {
      counterpart(said.at("not"), structure);
    }
  }

  private static void counterpart(Field said, Field structure) {
    if (!structure.value().isObject()) {
      structure.required("because it is defined in " + said.path());
      return;
    }
    completeness(said, structure);
    if (said.at("items").value().isObject()) {
      counterpart(said.at("items"), structure.at("items"));
    }
    for (String name : said.at("properties").keys()) {
      counterpart(said.at("properties").key(name), structure.at("properties").key(name));
    }
  }
}
