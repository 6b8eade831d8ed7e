package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Reads JSON as Go's decoder reads it into the typed object: keys are case sensitive, unknown ones
 * are dropped, a value of the wrong type is an error that names the field, null is no value.
 *
 * <p>As in Go, the first error of a type is kept and reading goes on; text that a value refuses (a
 * time, a quantity) ends it at once.
 */
final class TypedReader {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Clients send back what their fields are said to be owned by, the same for many objects. */
  private static final RecentlyUsed<String, OpaqueObject> FIELDS = new RecentlyUsed<>(256);

  private final JsonParser parser;
  private final byte[] source;
  private final @Nullable StrictErrors strict;
  private final List<Field> fieldStack = new ArrayList<>();
  private @Nullable ObjectType owner;
  private @Nullable String firstError;

  /** {@code strict} is null where unknown and repeated fields do not matter. */
  TypedReader(byte[] source, @Nullable StrictErrors strict) {
    this.source = source;
    this.strict = strict;
    this.parser = JsonMapper.shared().createParser(source);
  }

  /** Reads the whole source as one object; {@code null} is an object without fields. */
  ObjectNode read(ObjectType type) {
    try (parser) {
      JsonToken first = parser.nextToken();
      ObjectNode object;
      if (first == null) {
        throw new StreamReadException(parser, "unexpected end of JSON input");
      }
      if (first == JsonToken.VALUE_NULL) {
        object = Presence.zero(type);
      } else if (first == JsonToken.START_OBJECT) {
        object = object(type);
      } else {
        throw new DecodingException(
            "json: cannot unmarshal " + tokenName() + " into Go value of type " + type.goName());
      }
      if (parser.nextToken() != null) {
        throw new DecodingException("there is more after the end of the object");
      }
      if (firstError != null) {
        throw new DecodingException(firstError);
      }
      return object;
    }
  }

  private ObjectNode object(ObjectType type) {
    JsonNode[] values = new JsonNode[type.fields().size()];
    boolean[] seen = new boolean[values.length];
    ObjectType outerOwner = owner;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      int place = type.place(name);
      if (place < 0) {
        if (strict != null) {
          strict.unknownField(name);
        }
        parser.skipChildren();
        continue;
      }
      if (seen[place] && strict != null) {
        strict.duplicateField(name);
      }
      seen[place] = true;
      Field field = type.fields().get(place);
      owner = type;
      fieldStack.add(field);
      enterField(name);
      values[place] = value(field.shape());
      leave();
      fieldStack.remove(fieldStack.size() - 1);
    }
    owner = outerOwner;
    return complete(type, values);
  }

  private static ObjectNode complete(ObjectType type, JsonNode[] values) {
    ObjectNode object = NODES.objectNode();
    for (int place = 0; place < values.length; place++) {
      Field field = type.fields().get(place);
      JsonNode shown = Presence.given(field, values[place]);
      if (shown != null) {
        object.set(field.name(), shown);
      }
    }
    return object;
  }

  /** Reads the value at the current token; null stands for no value. */
  private @Nullable JsonNode value(Shape shape) {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    return switch (shape.kind()) {
      case OBJECT -> token == JsonToken.START_OBJECT ? object(shape.object()) : mismatch(shape);
      case LIST -> token == JsonToken.START_ARRAY ? list(shape.element()) : mismatch(shape);
      case MAP -> token == JsonToken.START_OBJECT ? map(shape.element()) : mismatch(shape);
      case STRING ->
          token == JsonToken.VALUE_STRING
              ? StringNode.valueOf(GoText.whole(parser.getString()))
              : mismatch(shape);
      case BOOL -> token.isBoolean() ? BooleanNode.valueOf(isTrue()) : mismatch(shape);
      case INT32, INT64 -> token.isNumeric() ? integer(shape) : mismatch(shape);
      case DOUBLE -> token.isNumeric() ? number() : mismatch(shape);
      case BYTES ->
          token == JsonToken.VALUE_STRING
              ? StringNode.valueOf(WireTexts.base64(parser.getString()))
              : mismatch(shape);
      case TIME -> instant(token, false);
      case MICRO_TIME -> instant(token, true);
      case QUANTITY -> quantity(token);
      case INT_OR_STRING -> intOrString(token);
      case RAW_EXTENSION, JSON -> opaque(token, OpaqueObject::of);
      case FIELDS_V1 -> opaque(token, text -> FIELDS.get(text, OpaqueObject::of));
      case ANY -> JsonMapper.shared().readTree(rawText());
      case SCHEMA_OR_BOOL ->
          token.isBoolean() ? BooleanNode.valueOf(isTrue()) : schema(shape, token);
      case SCHEMA_OR_ARRAY ->
          token == JsonToken.START_ARRAY
              ? list(Shape.object(shape::object, false))
              : schema(shape, token);
      case SCHEMA_OR_STRING_ARRAY ->
          token == JsonToken.START_ARRAY ? list(Shape.of(Kind.STRING)) : schema(shape, token);
    };
  }

  private boolean isTrue() {
    return parser.currentToken() == JsonToken.VALUE_TRUE;
  }

  private @Nullable JsonNode schema(Shape shape, JsonToken token) {
    return token == JsonToken.START_OBJECT ? object(shape.object()) : mismatch(shape);
  }

  private ArrayNode list(Shape element) {
    ArrayNode list = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      enterItem(list.size());
      JsonNode item = value(element);
      leave();
      list.add(item == null ? Presence.zero(element) : item);
    }
    return list;
  }

  private ObjectNode map(Shape element) {
    TreeMap<String, JsonNode> sorted = new TreeMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      if (strict != null && sorted.containsKey(key)) {
        strict.duplicateField(key);
      }
      enterKey(key);
      JsonNode item = value(element);
      leave();
      sorted.put(key, item == null ? Presence.zero(element) : item);
    }
    ObjectNode map = NODES.objectNode();
    sorted.forEach(map::set);
    return map;
  }

  private @Nullable JsonNode integer(Shape shape) {
    String literal = parser.getString();
    try {
      long number = Long.parseLong(literal);
      if (shape.kind() == Kind.INT64 || number == (int) number) {
        return integer(number);
      }
    } catch (NumberFormatException e) {
      // Told below, together with numbers out of range.
    }
    return mismatch("number " + literal, shape.goName());
  }

  /** Returns a number in the one form that equal numbers have. */
  static JsonNode integer(long number) {
    return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
  }

  private JsonNode number() {
    double number = Double.parseDouble(parser.getString());
    return number == (long) number ? integer((long) number) : DoubleNode.valueOf(number);
  }

  private JsonNode instant(JsonToken token, boolean micro) {
    if (token != JsonToken.VALUE_STRING) {
      throw intoString();
    }
    String text =
        micro ? WireTexts.microTime(parser.getString()) : WireTexts.exactTime(parser.getString());
    return StringNode.valueOf(text.isEmpty() ? WireTexts.ZERO_TIME : text);
  }

  private JsonNode quantity(JsonToken token) {
    if (!token.isScalarValue()) {
      throw new DecodingException(WireTexts.QUANTITY_FORM);
    }
    return StringNode.valueOf(WireTexts.exactQuantity(parser.getString()));
  }

  private JsonNode intOrString(JsonToken token) {
    if (token == JsonToken.VALUE_STRING) {
      return StringNode.valueOf(GoText.whole(parser.getString()));
    }
    if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
      try {
        return IntNode.valueOf(Integer.parseInt(parser.getString()));
      } catch (NumberFormatException e) {
        throw new DecodingException(
            "json: cannot unmarshal number " + parser.getString() + " into Go value of type int32");
      }
    }
    throw new DecodingException(
        "json: cannot unmarshal " + tokenName() + " into Go value of type int32");
  }

  private DecodingException intoString() {
    return new DecodingException(
        "json: cannot unmarshal " + tokenName() + " into Go value of type string");
  }

  private JsonNode opaque(JsonToken token, Function<String, OpaqueObject> reader) {
    String text = rawText();
    return token == JsonToken.START_OBJECT
        ? reader.apply(text)
        : JsonMapper.shared().readTree(text);
  }

  /** Returns the text of the value at the current token and moves to its end. */
  private String rawText() {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int end = (int) parser.currentLocation().getByteOffset();
    return new String(source, start, end - start, StandardCharsets.UTF_8);
  }

  private @Nullable JsonNode mismatch(Shape shape) {
    return mismatch(tokenName(), shape.goName());
  }

  private @Nullable JsonNode mismatch(String found, String wanted) {
    if (firstError == null) {
      String where =
          owner == null ? "Go value" : "Go struct field " + owner.simpleName() + "." + fieldPath();
      firstError = "json: cannot unmarshal " + found + " into " + where + " of type " + wanted;
    }
    parser.skipChildren();
    return null;
  }

  private String fieldPath() {
    return fieldStack.stream()
        .map(field -> field.inlinedFrom() + field.name())
        .collect(Collectors.joining("."));
  }

  private String tokenName() {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return "object";
    }
    if (token == JsonToken.START_ARRAY) {
      return "array";
    }
    if (token.isNumeric()) {
      return "number";
    }
    return token.isBoolean() ? "bool" : "string";
  }

  private void enterField(String name) {
    if (strict != null) {
      strict.enterField(name);
    }
  }

  private void enterKey(String key) {
    if (strict != null) {
      strict.enterKey(key);
    }
  }

  private void enterItem(int index) {
    if (strict != null) {
      strict.enterItem(index);
    }
  }

  private void leave() {
    if (strict != null) {
      strict.leave();
    }
  }
}
