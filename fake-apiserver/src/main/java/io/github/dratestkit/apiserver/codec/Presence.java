package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Which fields the server shows. It shows what Go's encoder would show of the typed object: zero
 * values unless the field may be left out, structs always, absent lists and maps as null.
 */
final class Presence {

  private Presence() {}

  /** Whether an empty list or map that cannot be left out is told from an absent one. */
  enum Emptiness {
    /** It is, as long as an object has not been stored. */
    KEPT,
    /** It is not: the form in which objects are stored knows no empty lists and maps. */
    LOST
  }

  /** Returns what is shown for a field that has {@code value}, or null if it is left out. */
  static @Nullable JsonNode settle(Field field, @Nullable JsonNode value, Emptiness emptiness) {
    if (value != null && field.pointer() && isShownAsNull(field.shape().kind(), value)) {
      return NullNode.getInstance();
    }
    if (value == null || value.isNull() || isZeroTime(field.shape().kind(), value)) {
      return absent(field);
    }
    if (field.pointer() || !isEmpty(field.shape().kind(), value)) {
      return value;
    }
    if (field.omitEmpty()) {
      return null;
    }
    return emptiness == Emptiness.KEPT ? value : emptyForm(field.shape().kind(), value);
  }

  /**
   * Returns what rules see of a field as a client gave it: what will be shown, except that an empty
   * list and the zero time are still there, which some rules tell from none.
   */
  static @Nullable JsonNode given(Field field, @Nullable JsonNode value) {
    boolean isKept =
        value != null
            && (value.isArray() && value.isEmpty() || isZeroTime(field.shape().kind(), value));
    return isKept ? value : settle(field, value, Emptiness.LOST);
  }

  // A time that is zero is there, other than one that is not set, and a tree has null for it.
  private static boolean isShownAsNull(Kind kind, JsonNode value) {
    return isZeroTime(kind, value)
        || ((kind == Kind.TIME || kind == Kind.MICRO_TIME) && value.isNull());
  }

  private static boolean isZeroTime(Kind kind, JsonNode value) {
    return (kind == Kind.TIME || kind == Kind.MICRO_TIME)
        && value.isString()
        && value.stringValue().equals(WireTexts.ZERO_TIME);
  }

  private static @Nullable JsonNode absent(Field field) {
    if (field.omitZero()) {
      return null;
    }
    if (field.pointer()) {
      return field.omitEmpty() ? null : NullNode.getInstance();
    }
    return field.omitEmpty() && canBeEmpty(field.shape().kind()) ? null : zero(field.shape());
  }

  private static JsonNode emptyForm(Kind kind, JsonNode value) {
    return kind == Kind.LIST || kind == Kind.MAP ? NullNode.getInstance() : value;
  }

  /** Returns what is shown for a value that was never set and cannot be left out. */
  static JsonNode zero(Shape shape) {
    return switch (shape.kind()) {
      case STRING -> StringNode.valueOf("");
      case BOOL -> BooleanNode.FALSE;
      case INT32, INT64, DOUBLE, INT_OR_STRING -> IntNode.valueOf(0);
      case OBJECT -> zero(shape.object());
      case QUANTITY -> StringNode.valueOf("0");
      case BYTES,
          LIST,
          MAP,
          ANY,
          TIME,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          SCHEMA_OR_BOOL,
          SCHEMA_OR_ARRAY,
          SCHEMA_OR_STRING_ARRAY ->
          NullNode.getInstance();
    };
  }

  /** Returns an object of which no field was set. */
  static ObjectNode zero(ObjectType type) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Field field : type.fields()) {
      JsonNode shown = absent(field);
      if (shown != null) {
        object.set(field.name(), shown);
      }
    }
    return object;
  }

  private static boolean canBeEmpty(Kind kind) {
    return switch (kind) {
      case STRING, BOOL, INT32, INT64, DOUBLE, BYTES, LIST, MAP, ANY -> true;
      case OBJECT,
          QUANTITY,
          TIME,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          INT_OR_STRING,
          SCHEMA_OR_BOOL,
          SCHEMA_OR_ARRAY,
          SCHEMA_OR_STRING_ARRAY ->
          false;
    };
  }

  private static boolean isEmpty(Kind kind, JsonNode value) {
    return switch (kind) {
      case STRING, BYTES -> value.isString() && value.stringValue().isEmpty();
      case BOOL -> value.isBoolean() && !value.booleanValue();
      case INT32, INT64, DOUBLE -> value.isNumber() && value.asDouble() == 0;
      case LIST, MAP -> value.isEmpty();
      case OBJECT,
          ANY,
          QUANTITY,
          TIME,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          JSON,
          INT_OR_STRING,
          SCHEMA_OR_BOOL,
          SCHEMA_OR_ARRAY,
          SCHEMA_OR_STRING_ARRAY ->
          false;
    };
  }
}
