package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Reads the protobuf message of an object into a tree. Numbers that the type does not know are
 * skipped, since newer clients may send them. The tree is not yet in the server's own form.
 */
final class ProtobufReader {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ProtobufReader() {}

  static ObjectNode read(ObjectType type, WireInput in) {
    ObjectNode object = NODES.objectNode();
    read(type, in, object);
    return object;
  }

  private static void read(ObjectType type, WireInput in, ObjectNode object) {
    while (!in.atEnd()) {
      int tag = in.tag();
      Field field = type.numbered(tag >>> 3);
      if (field == null) {
        in.skip(tag & 7);
      } else if (field.inlined()) {
        read(field.shape().object(), in.message(), object);
      } else {
        readField(field, tag & 7, in, object);
      }
    }
  }

  private static void readField(Field field, int wireType, WireInput in, ObjectNode object) {
    Shape shape = field.shape();
    switch (shape.kind()) {
      case LIST -> {
        ArrayNode list =
            object.get(field.name()) instanceof ArrayNode known
                ? known
                : object.putArray(field.name());
        readItems(shape.element(), wireType, in, list);
      }
      case MAP -> {
        ObjectNode map =
            object.get(field.name()) instanceof ObjectNode known
                ? known
                : object.putObject(field.name());
        readEntry(shape.element(), in.message(), map);
      }
      default -> object.set(field.name(), value(shape, wireType, in));
    }
  }

  // Numbers may come packed, many in one field.
  private static void readItems(Shape element, int wireType, WireInput in, ArrayNode list) {
    if (wireType != WireInput.LENGTH || usesLength(element.kind())) {
      list.add(value(element, wireType, in));
      return;
    }
    WireInput packed = in.message();
    int itemType = element.kind() == Kind.DOUBLE ? WireInput.FIXED64 : WireInput.VARINT;
    while (!packed.atEnd()) {
      list.add(value(element, itemType, packed));
    }
  }

  private static boolean usesLength(Kind kind) {
    return kind != Kind.BOOL && kind != Kind.INT32 && kind != Kind.INT64 && kind != Kind.DOUBLE;
  }

  private static void readEntry(Shape element, WireInput entry, ObjectNode map) {
    String key = "";
    JsonNode value = Presence.zero(element);
    while (!entry.atEnd()) {
      int tag = entry.tag();
      switch (tag >>> 3) {
        case 1 -> key = entry.text();
        case 2 -> value = entryValue(element, tag & 7, entry);
        default -> entry.skip(tag & 7);
      }
    }
    map.set(key, value);
  }

  private static JsonNode entryValue(Shape element, int wireType, WireInput in) {
    return element.kind() == Kind.LIST
        ? wrapped(element.element(), in)
        : value(element, wireType, in);
  }

  /** Reads a list that stands where protobuf allows none, in a message of its own. */
  private static ArrayNode wrapped(Shape element, WireInput in) {
    ArrayNode list = NODES.arrayNode();
    WireInput message = in.message();
    while (!message.atEnd()) {
      int tag = message.tag();
      if (tag >>> 3 == 1) {
        list.add(value(element, tag & 7, message));
      } else {
        message.skip(tag & 7);
      }
    }
    return list;
  }

  private static JsonNode value(Shape shape, int wireType, WireInput in) {
    require(shape, wireType);
    return switch (shape.kind()) {
      case STRING -> StringNode.valueOf(in.text());
      case BOOL -> BooleanNode.valueOf(in.varint() != 0);
      case INT32 -> IntNode.valueOf((int) in.varint());
      case INT64 -> TypedReader.integer(in.varint());
      case DOUBLE -> DoubleNode.valueOf(in.fixed64());
      case BYTES -> StringNode.valueOf(Base64.getEncoder().encodeToString(in.octets()));
      case OBJECT -> read(shape.object(), in.message());
      case QUANTITY -> quantity(in.message());
      case TIME -> instant(in.message(), false);
      case MICRO_TIME -> instant(in.message(), true);
      case RAW_EXTENSION, JSON, FIELDS_V1 -> opaque(in.message());
      case INT_OR_STRING -> intOrString(in.message());
      case SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRING_ARRAY -> schemaOr(shape, in.message());
      case LIST, MAP, ANY -> throw new IllegalStateException(shape.kind() + " is no message");
    };
  }

  private static void require(Shape shape, int wireType) {
    int wanted =
        switch (shape.kind()) {
          case BOOL, INT32, INT64 -> WireInput.VARINT;
          case DOUBLE -> WireInput.FIXED64;
          default -> WireInput.LENGTH;
        };
    if (wireType != wanted) {
      throw new DecodingException("proto: wrong wireType = " + wireType + " for a field");
    }
  }

  private static JsonNode quantity(WireInput in) {
    String text = "0";
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag >>> 3 == 1) {
        text = in.text();
      } else {
        in.skip(tag & 7);
      }
    }
    return StringNode.valueOf(WireTexts.exactQuantity(text));
  }

  private static JsonNode instant(WireInput in, boolean micro) {
    if (in.atEnd()) {
      return NullNode.getInstance();
    }
    long seconds = 0;
    long nanoseconds = 0;
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> seconds = in.varint();
        case 2 -> nanoseconds = in.varint();
        default -> in.skip(tag & 7);
      }
    }
    Instant instant = Instant.ofEpochSecond(seconds, nanoseconds);
    String text = micro ? WireTexts.microTime(instant) : WireTexts.time(instant);
    return text.isEmpty() ? NullNode.getInstance() : StringNode.valueOf(text);
  }

  private static JsonNode opaque(WireInput in) {
    String text = "";
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag >>> 3 == 1) {
        text = new String(in.octets(), StandardCharsets.UTF_8);
      } else {
        in.skip(tag & 7);
      }
    }
    if (text.isEmpty()) {
      return NullNode.getInstance();
    }
    try {
      return text.strip().startsWith("{")
          ? OpaqueObject.of(text)
          : JsonMapper.shared().readTree(text);
    } catch (JacksonException e) {
      throw new DecodingException("opaque data is not JSON: " + e.getOriginalMessage());
    }
  }

  private static JsonNode intOrString(WireInput in) {
    long which = 0;
    int number = 0;
    String text = "";
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> which = in.varint();
        case 2 -> number = (int) in.varint();
        case 3 -> text = in.text();
        default -> in.skip(tag & 7);
      }
    }
    return which == 0 ? IntNode.valueOf(number) : StringNode.valueOf(text);
  }

  private static JsonNode schemaOr(Shape shape, WireInput in) {
    JsonNode whole = NullNode.getInstance();
    ArrayNode list = NODES.arrayNode();
    while (!in.atEnd()) {
      int tag = in.tag();
      boolean bool = shape.kind() == Kind.SCHEMA_OR_BOOL;
      switch (tag >>> 3) {
        case 1 ->
            whole =
                bool ? BooleanNode.valueOf(in.varint() != 0) : read(shape.object(), in.message());
        case 2 -> {
          if (bool) {
            whole = read(shape.object(), in.message());
          } else if (shape.kind() == Kind.SCHEMA_OR_ARRAY) {
            list.add(read(shape.object(), in.message()));
          } else {
            list.add(in.text());
          }
        }
        default -> in.skip(tag & 7);
      }
    }
    return list.isEmpty() ? whole : list;
  }
}
