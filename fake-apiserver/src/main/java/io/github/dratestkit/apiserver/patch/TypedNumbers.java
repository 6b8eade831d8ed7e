package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whole numbers too large for their fields. Strategic patches and apply work on values, where such
 * a number is a float, and as a float it goes into the field: on the processors that the real
 * server runs on, every one out of range becomes the lowest number; of one that is too large for 32
 * bits only, the lower 32 remain (apimachinery/pkg/runtime/converter.go, 1.37).
 */
final class TypedNumbers {

  private TypedNumbers() {}

  /** Returns a value with such numbers replaced; it may be changed. */
  static JsonNode wrapped(JsonNode value, Shape shape) {
    return switch (shape.kind()) {
      case INT32 -> value.isIntegralNumber() ? IntNode.valueOf(wrapped(value)) : value;
      case INT64 ->
          value.isIntegralNumber() && !value.canConvertToLong()
              ? LongNode.valueOf(Long.MIN_VALUE)
              : value;
      case OBJECT -> value instanceof ObjectNode object ? fields(object, shape.object()) : value;
      case MAP -> each(value, any -> shape.element());
      case LIST -> items(value, shape.element());
      default -> value;
    };
  }

  private static int wrapped(JsonNode number) {
    return (int) (number.canConvertToLong() ? number.longValue() : Long.MIN_VALUE);
  }

  private static JsonNode fields(ObjectNode object, ObjectType type) {
    return each(
        object,
        name -> {
          Field field = type.field(name);
          return field == null ? Shape.of(Kind.ANY) : field.shape();
        });
  }

  private static JsonNode each(JsonNode value, Function<String, Shape> shapes) {
    if (value instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              field -> field.setValue(wrapped(field.getValue(), shapes.apply(field.getKey()))));
    }
    return value;
  }

  private static JsonNode items(JsonNode value, Shape element) {
    if (value instanceof ArrayNode list) {
      for (int place = 0; place < list.size(); place++) {
        list.set(place, wrapped(list.get(place), element));
      }
    }
    return value;
  }
}
