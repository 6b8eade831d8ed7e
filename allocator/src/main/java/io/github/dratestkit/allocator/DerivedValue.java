package io.github.dratestkit.allocator;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.AttributeValue.Type;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a derived attribute's result is as an attribute (KEP-6080). */
final class DerivedValue {

  private DerivedValue() {}

  /** Returns the attribute, or null if the result cannot be one. */
  static @Nullable AttributeValue of(Object result) {
    if (!(result instanceof List<?> list)) {
      Type type = typeOf(result);
      return type == null ? null : AttributeValue.scalar(type, plain(result));
    }
    if (list.isEmpty()) {
      return AttributeValue.list(Type.UNKNOWN, list);
    }
    Type type = typeOf(list.get(0));
    List<Object> elements = new ArrayList<>();
    for (Object element : list) {
      if (type == null || typeOf(element) != type) {
        return null;
      }
      elements.add(plain(element));
    }
    return type == null ? null : AttributeValue.list(type, elements);
  }

  private static @Nullable Type typeOf(Object value) {
    if (value instanceof Long) {
      return Type.INT;
    }
    if (value instanceof Boolean) {
      return Type.BOOL;
    }
    if (value instanceof String) {
      return Type.STRING;
    }
    return value instanceof SemanticVersion ? Type.VERSION : null;
  }

  private static Object plain(Object value) {
    return value instanceof SemanticVersion ? value.toString() : value;
  }
}
