package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.patch.PathElement.Key;
import io.github.dratestkit.apiserver.patch.PathElement.Name;
import io.github.dratestkit.apiserver.patch.PathElement.Value;
import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ListType;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Into which parts a value falls when it is applied: none, entries by name, or items by key. */
enum Form {
  /** One value, whatever is inside. */
  LEAF,
  /** Entries by name: an object of a type, a map, or opaque JSON. */
  ENTRIES,
  /** Items of a list of type set or map. */
  ITEMS;

  static Form of(Shape shape, @Nullable JsonNode value) {
    return switch (shape.kind()) {
      case OBJECT, MAP -> shape.atomic() ? LEAF : ENTRIES;
      case LIST -> shape.listType() == ListType.ATOMIC ? LEAF : ITEMS;
      case ANY, JSON, SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRING_ARRAY ->
          value != null && value.isObject() ? ENTRIES : LEAF;
      case STRING,
          BOOL,
          INT32,
          INT64,
          DOUBLE,
          BYTES,
          QUANTITY,
          TIME,
          MICRO_TIME,
          FIELDS_V1,
          RAW_EXTENSION,
          INT_OR_STRING ->
          LEAF;
    };
  }

  /** Returns the declared field of an object, or null for an entry of a map or an unknown one. */
  static @Nullable Field field(Shape shape, String name) {
    return shape.kind() == Kind.OBJECT ? shape.object().field(name) : null;
  }

  /** Returns the shape of an entry, or null if a type does not declare it. */
  static @Nullable Shape entry(Shape shape, String name) {
    Field field = field(shape, name);
    if (field != null) {
      return field.shape();
    }
    return switch (shape.kind()) {
      case MAP -> shape.element();
      case OBJECT -> shape.object().others();
      default -> Shape.of(Kind.ANY);
    };
  }

  /**
   * Returns the step to an item of a list.
   *
   * @throws IllegalArgumentException if the item cannot be told from others
   */
  static PathElement step(Shape list, JsonNode item) {
    if (list.listType() == ListType.SET) {
      if (item.isContainer() || item.isNull()) {
        throw new IllegalArgumentException(
            "associative list without keys has an element that's a "
                + (item.isNull() ? "n explicit null" : "container"));
      }
      return new Value(item);
    }
    if (!item.isObject()) {
      throw new IllegalArgumentException(
          "associative list with keys may not have "
              + (item.isNull() ? "a null element" : "non-map elements"));
    }
    TreeMap<String, JsonNode> keys = new TreeMap<>();
    for (String name : list.mapKeys()) {
      JsonNode value = item.get(name);
      if (value != null) {
        keys.put(name, value);
      } else {
        keyDefault(list.element().object(), name).ifPresent(known -> keys.put(name, known));
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          "associative list with keys has an element that omits all key fields "
              + list.mapKeys()
              + " (and doesn't have default values for any key fields)");
    }
    return new Key(keys);
  }

  private static Optional<JsonNode> keyDefault(ObjectType type, String name) {
    Field field = type.field(name);
    return field == null ? Optional.empty() : field.defaultValue();
  }

  static PathElement step(String name) {
    return new Name(name);
  }

  /** Says whether a value has no parts to go into: absent, null or without entries. */
  static boolean hollow(@Nullable JsonNode value) {
    return value == null || value.isNull() || value.isEmpty();
  }
}
