package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes an object as the protobuf message that Kubernetes writes: fields by ascending number,
 * entries of maps by key, scalars and structs that are no pointers even when they are zero.
 */
final class ProtobufWriter {

  private ProtobufWriter() {}

  static WireOutput write(ObjectType type, JsonNode object) {
    WireOutput out = new WireOutput();
    for (Field field : type.numbered()) {
      if (field.inlined()) {
        out.message(field.number(), write(field.shape().object(), object));
      } else if (field.name().equals("verbs") && type.name().endsWith(".APIResource")) {
        // The one list that is a message of its own (meta/v1 Verbs, 1.37).
        out.message(field.number(), list(field.shape(), object.path(field.name())));
      } else {
        writeField(out, field, object.get(field.name()));
      }
    }
    return out;
  }

  private static void writeField(WireOutput out, Field field, @Nullable JsonNode value) {
    Shape shape = field.shape();
    boolean absent = value == null || value.isNull();
    if (absent && (field.pointer() || neverZero(shape.kind()))) {
      return;
    }
    JsonNode present = absent || value == null ? Presence.zero(shape) : value;
    switch (shape.kind()) {
      case LIST -> present.forEach(item -> write(out, field.number(), shape.element(), item));
      case MAP ->
          sorted(present)
              .forEach(
                  (key, item) -> out.message(field.number(), entry(key, shape.element(), item)));
      default -> write(out, field.number(), shape, present);
    }
  }

  /** Says whether the absent value of a kind is not written at all. */
  private static boolean neverZero(Kind kind) {
    return kind == Kind.LIST || kind == Kind.MAP || kind == Kind.BYTES || kind == Kind.ANY;
  }

  private static Map<String, JsonNode> sorted(JsonNode map) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    map.forEachEntry(sorted::put);
    return sorted;
  }

  private static WireOutput entry(String key, Shape element, JsonNode value) {
    WireOutput entry = new WireOutput();
    entry.text(1, key);
    if (element.kind() == Kind.LIST) {
      entry.message(2, list(element, value));
    } else {
      write(entry, 2, element, value);
    }
    return entry;
  }

  private static WireOutput list(Shape shape, JsonNode value) {
    WireOutput list = new WireOutput();
    value.forEach(item -> write(list, 1, shape.element(), item));
    return list;
  }

  private static void write(WireOutput out, int number, Shape shape, JsonNode value) {
    switch (shape.kind()) {
      case STRING -> out.text(number, value.asString());
      case BOOL -> out.bool(number, value.asBoolean());
      case INT32, INT64 -> out.number(number, value.asLong());
      case DOUBLE -> out.fixed64(number, value.asDouble());
      case BYTES -> out.octets(number, Base64.getDecoder().decode(value.asString()));
      case OBJECT -> out.message(number, write(shape.object(), value));
      case QUANTITY -> out.message(number, quantity(value));
      case TIME, MICRO_TIME -> out.message(number, instant(value));
      case FIELDS_V1, RAW_EXTENSION, JSON -> out.message(number, opaque(value));
      case INT_OR_STRING -> out.message(number, intOrString(value));
      case SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRING_ARRAY ->
          out.message(number, schemaOr(shape, value));
      case LIST, MAP, ANY -> throw new IllegalStateException(shape.kind() + " is no message");
    }
  }

  private static WireOutput quantity(JsonNode value) {
    WireOutput out = new WireOutput();
    out.text(1, value.asString());
    return out;
  }

  private static WireOutput instant(JsonNode value) {
    WireOutput out = new WireOutput();
    if (value.isString()) {
      Instant instant = Instant.parse(value.stringValue());
      out.number(1, instant.getEpochSecond());
      out.number(2, instant.getNano());
    }
    return out;
  }

  private static WireOutput opaque(JsonNode value) {
    WireOutput out = new WireOutput();
    if (value instanceof OpaqueObject opaque) {
      out.octets(1, opaque.text().getBytes(StandardCharsets.UTF_8));
    } else if (!value.isNull()) {
      out.octets(1, JsonMapper.shared().writeValueAsBytes(value));
    }
    return out;
  }

  private static WireOutput intOrString(JsonNode value) {
    WireOutput out = new WireOutput();
    out.number(1, value.isString() ? 1 : 0);
    out.number(2, value.isString() ? 0 : value.asInt());
    out.text(3, value.isString() ? value.stringValue() : "");
    return out;
  }

  private static WireOutput schemaOr(Shape shape, JsonNode value) {
    WireOutput out = new WireOutput();
    boolean bool = shape.kind() == Kind.SCHEMA_OR_BOOL;
    if (bool) {
      out.bool(1, value.isObject() || value.asBoolean());
    }
    if (value.isObject()) {
      out.message(bool ? 2 : 1, write(shape.object(), value));
    }
    if (value.isArray()) {
      for (JsonNode item : value) {
        if (shape.kind() == Kind.SCHEMA_OR_ARRAY) {
          out.message(2, write(shape.object(), item));
        } else {
          out.text(2, item.asString());
        }
      }
    }
    return out;
  }
}
