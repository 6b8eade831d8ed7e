package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Brings a tree into the server's own form: fields in the table's order, keys of maps sorted, and
 * of the fields that the tree lacks those that are always shown. Fields that the type does not have
 * are left out.
 */
final class Settler {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Presence.Emptiness emptiness;

  Settler(Presence.Emptiness emptiness) {
    this.emptiness = emptiness;
  }

  /** Returns the settled object, which may share values with {@code object}. */
  ObjectNode settle(ObjectType type, JsonNode object) {
    ObjectNode settled = NODES.objectNode();
    for (Field field : type.fields()) {
      JsonNode shown = settle(field, object.get(field.name()));
      if (shown != null) {
        settled.set(field.name(), shown);
      }
    }
    return settled;
  }

  /** Returns the settled object, with those fields as they are that are {@code known}'s. */
  ObjectNode settle(ObjectType type, JsonNode object, JsonNode known) {
    ObjectNode settled = NODES.objectNode();
    for (Field field : type.fields()) {
      JsonNode value = object.get(field.name());
      JsonNode shown =
          value != null && value == known.get(field.name()) ? value : settle(field, value);
      if (shown != null) {
        settled.set(field.name(), shown);
      }
    }
    return settled;
  }

  private @Nullable JsonNode settle(Field field, @Nullable JsonNode value) {
    JsonNode shown = Presence.settle(field, value, emptiness);
    return shown == null ? null : settle(field.shape(), shown);
  }

  private JsonNode settle(Shape shape, JsonNode value) {
    return switch (shape.kind()) {
      case OBJECT, SCHEMA_OR_BOOL -> value.isObject() ? settle(shape.object(), value) : value;
      case LIST -> value.isArray() ? list(shape.element(), value) : value;
      case MAP -> value.isObject() ? map(shape.element(), value) : value;
      case SCHEMA_OR_ARRAY -> {
        if (value.isArray()) {
          yield list(Shape.object(shape::object, false), value);
        }
        yield value.isObject() ? settle(shape.object(), value) : value;
      }
      case SCHEMA_OR_STRING_ARRAY -> value.isObject() ? settle(shape.object(), value) : value;
      case TIME -> time(value);
      case QUANTITY -> quantity(value);
      case INT32, INT64 ->
          value.canConvertToLong() ? TypedReader.integer(value.longValue()) : value;
      case STRING,
          BOOL,
          DOUBLE,
          BYTES,
          ANY,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          INT_OR_STRING ->
          value;
    };
  }

  private static JsonNode quantity(JsonNode value) {
    String exact = value.asString("");
    String kept = WireTexts.keptQuantity(exact);
    return kept.equals(exact) ? value : StringNode.valueOf(kept);
  }

  // What the store keeps of a time has no fraction of a second.
  private static JsonNode time(JsonNode value) {
    return value.isString() && value.stringValue().indexOf('.') > 0
        ? StringNode.valueOf(WireTexts.time(value.stringValue()))
        : value;
  }

  private JsonNode list(Shape element, JsonNode list) {
    if (element.kind() == Kind.STRING) {
      return list;
    }
    ArrayNode settled = NODES.arrayNode(list.size());
    for (JsonNode item : list) {
      settled.add(item.isNull() ? Presence.zero(element) : settle(element, item));
    }
    return settled;
  }

  private JsonNode map(Shape element, JsonNode map) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    map.forEachEntry(sorted::put);
    ObjectNode settled = NODES.objectNode();
    sorted.forEach(
        (key, item) ->
            settled.set(key, item.isNull() ? Presence.zero(element) : settle(element, item)));
    return settled;
  }
}
