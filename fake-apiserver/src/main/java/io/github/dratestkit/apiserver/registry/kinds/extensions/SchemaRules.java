package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What schemas of custom resources may say (apiextensions-apiserver,
 * pkg/apis/apiextensions/validation/validation.go, 1.37). Rules in CEL are not compiled.
 */
final class SchemaRules {

  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final List<String> LIST_TYPES = List.of("atomic", "set", "map");
  private static final List<String> MAP_TYPES = List.of("atomic", "granular");
  private static final List<String> REASONS =
      List.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");
  private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");
  private static final String LIST_TYPE = "x-kubernetes-list-type";
  private static final String MAP_TYPE = "x-kubernetes-map-type";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final Pattern LINE_BREAK = Pattern.compile("[\n\r]");

  /** Where a schema stands. */
  enum Place {
    ROOT,
    ANYWHERE,
    /** In what every object has: no defaults, no embedded resources. */
    ROOT_META,
    /** In what an embedded resource has. */
    META
  }

  private SchemaRules() {}

  static void check(Field schema, Place place) {
    if (!schema.value().isObject()) {
      return;
    }
    standard(schema, place);
    if (schema.at("uniqueItems").flag()) {
      schema.at("uniqueItems").forbidden("uniqueItems cannot be set to true");
    }
    Field others = schema.at("additionalProperties");
    Field properties = schema.at("properties");
    boolean limits = others.value().isObject() || (others.isSet() && !others.flag());
    if (limits && !properties.isEmpty()) {
      others.forbidden("additionalProperties and properties are mutual exclusive");
    }
    within(schema, place);
    extensions(schema);
    list(schema);
    for (Field rule : schema.at("x-kubernetes-validations").items()) {
      rule(rule);
      RuleExpressions.check(rule, schema);
    }
  }

  private static void within(Field schema, Place place) {
    Place inner = place == Place.ROOT ? Place.ANYWHERE : place;
    check(schema.at("additionalProperties"), inner == Place.META ? Place.ROOT_META : inner);
    boolean resource = place == Place.ROOT || schema.at("x-kubernetes-embedded-resource").flag();
    for (Field property : schema.at("properties").entries()) {
      String name = property.path().substring(schema.at("properties").path().length() + 1);
      boolean meta = resource && META.contains(name.substring(0, name.length() - 1));
      Place of = meta ? place == Place.ROOT ? Place.ROOT_META : Place.META : inner;
      check(property, of);
    }
    check(schema.at("not"), inner);
    for (String junctor : Schemas.JUNCTORS) {
      schema.at(junctor).items().forEach(part -> check(part, inner));
    }
    schema.at("definitions").entries().forEach(part -> check(part, inner));
    schema.at("dependencies").entries().forEach(part -> check(part, inner));
    check(schema.at("items"), inner);
    schema.at("items").items().forEach(part -> check(part, inner));
  }

  private static void standard(Field schema, Place place) {
    Field type = schema.at("type");
    if (!type.isEmpty()) {
      type.oneOf(TYPES);
    }
    if (schema.has("default") && place == Place.ROOT_META) {
      schema.at("default").forbidden("must not be set");
    }
    forbid(schema.at("id"), !schema.at("id").isEmpty());
    forbid(schema.at("additionalItems"), schema.has("additionalItems"));
    forbid(schema.at("patternProperties"), !schema.at("patternProperties").isEmpty());
    forbid(schema.at("definitions"), !schema.at("definitions").isEmpty());
    forbid(schema.at("dependencies"), schema.has("dependencies"));
    forbid(schema.at("$ref"), schema.has("$ref"));
    forbid(type, type.text().equals("null"));
    forbid(schema.at("items"), !schema.at("items").items().isEmpty());
    Field embedded = schema.at("x-kubernetes-embedded-resource");
    forbid(embedded, embedded.flag() && (place == Place.META || place == Place.ROOT_META));
  }

  private static void forbid(Field field, boolean isThere) {
    if (isThere) {
      field.forbidden("is not supported here");
    }
  }

  private static void extensions(Field schema) {
    Field preserves = schema.at("x-kubernetes-preserve-unknown-fields");
    if (preserves.isSet() && !preserves.flag()) {
      preserves.invalid("must be true or undefined");
    }
    Field map = schema.at(MAP_TYPE);
    if (map.isSet()) {
      wantsType(schema.at("type"), "object", MAP_TYPE);
      map.oneOf(MAP_TYPES);
    }
    Field list = schema.at(LIST_TYPE);
    if (list.isSet()) {
      if (!wantsType(schema.at("type"), "array", LIST_TYPE)) {
        set(list, schema.at("items"));
      }
      list.oneOf(LIST_TYPES);
    }
  }

  private static boolean wantsType(Field type, String wanted, String extension) {
    String detail = "must be " + wanted + " if " + extension + " is specified";
    if (type.isEmpty()) {
      type.required(detail);
    } else if (!type.text().equals(wanted)) {
      type.invalid(detail);
    } else {
      return false;
    }
    return true;
  }

  private static void set(Field list, Field items) {
    if (!list.text().equals("set") || !items.value().isObject()) {
      return;
    }
    String detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    Field inner = items.at(LIST_TYPE);
    String type = items.at("type").text();
    if (type.equals("array") && inner.isSet() && !inner.text().equals("atomic")) {
      inner.invalid(detail);
    }
    if (type.equals("object") && !items.at(MAP_TYPE).text().equals("atomic")) {
      items.at(MAP_TYPE).invalid(detail);
    }
  }

  private static void list(Field schema) {
    Field list = schema.at(LIST_TYPE);
    Field keys = schema.at(KEYS);
    if (!keys.isEmpty() && !list.text().equals("map")) {
      String detail = "must be map if x-kubernetes-list-map-keys is non-empty";
      if (list.isSet()) {
        list.invalid(detail);
      } else {
        list.required(detail);
      }
    }
    Field items = schema.at("items");
    if (list.text().equals("map")) {
      if (keys.isEmpty()) {
        keys.required("must not be empty if x-kubernetes-list-type is map");
      }
      map(keys, items);
    }
    boolean keyed = list.text().equals("map") || list.text().equals("set");
    if (keyed && items.at("nullable").flag()) {
      items.at("nullable").forbidden("cannot be nullable in such a list");
    }
  }

  private static void map(Field keys, Field items) {
    if (!items.value().isObject()) {
      if (items.isSet()) {
        items.invalid("must only have a single schema if x-kubernetes-list-type is map");
      } else {
        items.required("must have a schema if x-kubernetes-list-type is map");
      }
      return;
    }
    boolean objects = items.at("type").text().equals("object");
    if (!objects) {
      items.at("type").invalid("must be object if parent array's x-kubernetes-list-type is map");
    }
    Set<String> seen = new HashSet<>();
    for (String key : keys.texts()) {
      Field property = items.at("properties").key(key);
      if (objects) {
        if (!property.isSet()) {
          keys.invalid("entries must all be names of item properties");
        } else if (List.of("array", "object").contains(property.at("type").text())) {
          property.at("type").invalid("must be a scalar type in such a list");
        }
        if (!seen.add(key)) {
          keys.invalid("must not contain duplicate entries");
        }
      }
      if (property.isSet()) {
        key(property, items.at("required").texts().contains(key));
      }
    }
  }

  private static void key(Field property, boolean isRequired) {
    JsonNode standard = property.at("default").value();
    if (!isRequired && (standard.isMissingNode() || standard.isNull())) {
      property.at("default").required("a key must have a default or be a required property");
    }
    if (property.at("nullable").flag()) {
      property.at("nullable").forbidden("a key cannot be nullable");
    }
  }

  private static void rule(Field rule) {
    String text = rule.at("rule").text().strip();
    Field message = rule.at("message");
    if (text.isEmpty()) {
      rule.at("rule").required("rule is not specified");
    } else if (!message.isEmpty() && message.text().isBlank()) {
      message.invalid("must be non-empty if specified");
    } else if (hasLineBreak(message.text().strip())) {
      message.invalid("must not contain line breaks");
    } else if (hasLineBreak(text) && message.text().isBlank()) {
      message.required("message must be specified if rule contains line breaks");
    }
    Field expression = rule.at("messageExpression");
    if (!expression.isEmpty() && expression.text().isBlank()) {
      expression.required("messageExpression must be non-empty if specified");
    }
    rule.at("reason").oneOfIfSet(REASONS);
    Field path = rule.at("fieldPath");
    if (!path.isEmpty() && path.text().isBlank()) {
      path.invalid("must be non-empty if specified");
    }
    if (hasLineBreak(path.text())) {
      path.invalid("must not contain line breaks");
    }
  }

  private static boolean hasLineBreak(String text) {
    return LINE_BREAK.matcher(text).find();
  }
}
