package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.ListType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Checks that what is applied fits the schema: known fields, right types, no item twice. */
final class AppliedCheck {

  private final List<String> errors = new ArrayList<>();

  private AppliedCheck() {}

  /** Returns what is wrong, each with its path. */
  static List<String> errors(Shape shape, JsonNode value) {
    AppliedCheck check = new AppliedCheck();
    check.check("", shape, value);
    return List.copyOf(check.errors);
  }

  private void check(String path, Shape shape, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    switch (shape.kind()) {
      case OBJECT, MAP -> {
        if (value.isObject()) {
          entries(path, shape, value);
        } else {
          wrong(path, "expected map, got &{" + shown(value) + "}");
        }
      }
      case LIST -> {
        if (value.isArray()) {
          items(path, shape, value);
        } else {
          wrong(path, "expected list, got &{" + shown(value) + "}");
        }
      }
      case STRING, BYTES, TIME, MICRO_TIME -> {
        if (!value.isString()) {
          wrong(path, "expected string, got &value.valueUnstructured{Value:" + shown(value) + "}");
        }
      }
      case BOOL -> {
        if (!value.isBoolean()) {
          wrong(path, "expected boolean, got &{" + shown(value) + "}");
        }
      }
      case INT32, INT64, DOUBLE -> {
        if (!value.isNumber()) {
          wrong(path, "expected numeric (int or float), got " + goType(value));
        }
      }
      case QUANTITY, INT_OR_STRING -> {
        if (value.isContainer()) {
          wrong(path, "expected any scalar, got &{" + shown(value) + "}");
        }
      }
      case ANY,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          SCHEMA_OR_BOOL,
          SCHEMA_OR_ARRAY,
          SCHEMA_OR_STRING_ARRAY -> {}
    }
  }

  private void entries(String path, Shape shape, JsonNode object) {
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      String below = path + "." + entry.getKey();
      Shape part = Form.entry(shape, entry.getKey());
      if (part == null) {
        wrong(below, "field not declared in schema");
        return;
      }
      check(below, part, entry.getValue());
    }
  }

  private void items(String path, Shape list, JsonNode items) {
    Set<PathElement> seen = new TreeSet<>();
    int place = 0;
    for (JsonNode item : items) {
      String below = path + "[" + place + "]";
      if (list.listType() != ListType.ATOMIC) {
        try {
          PathElement step = Form.step(list, item);
          below = path + step;
          if (!seen.add(step)) {
            wrong(path, "duplicate entries for key " + step);
          }
        } catch (IllegalArgumentException e) {
          wrong(path, "element " + place + ": " + e.getMessage());
          return;
        }
      }
      check(below, list.element(), item);
      place++;
    }
  }

  private void wrong(String path, String message) {
    errors.add(path.isEmpty() ? message : path + ": " + message);
  }

  private static String shown(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }

  private static String goType(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case ARRAY -> "[]interface {}";
      case OBJECT -> "map[string]interface {}";
      case NUMBER, NULL, MISSING, BINARY, POJO -> value.getNodeType().name();
    };
  }
}
