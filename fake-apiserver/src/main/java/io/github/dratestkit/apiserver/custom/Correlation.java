package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A value and what stood in its place before a change, as far as that can be told: entries by name,
 * items of a list of type map by key, items of other lists not at all (apiserver,
 * pkg/cel/common/equality.go, 1.37).
 *
 * @param before null if there was nothing
 * @param schema null if nothing is said of the value
 */
record Correlation(JsonNode value, @Nullable JsonNode before, @Nullable StructuralSchema schema) {

  /** Returns the counterpart of an entry, if it was there before. */
  Optional<Correlation> entry(String name) {
    if (schema == null || before == null || !value.isObject() || !before.isObject()) {
      return Optional.empty();
    }
    JsonNode now = value.get(name);
    JsonNode then = before.get(name);
    Optional<StructuralSchema> part = schema.entry(name);
    return now == null || then == null || part.isEmpty()
        ? Optional.empty()
        : Optional.of(new Correlation(now, then, part.get()));
  }

  /** Returns the counterpart of an item, if the list has keys and one had the same before. */
  Optional<Correlation> item(int index) {
    if (schema == null
        || before == null
        || !value.isArray()
        || !before.isArray()
        || !schema.listType().equals("map")
        || schema.items().isEmpty()) {
      return Optional.empty();
    }
    JsonNode now = value.get(index);
    List<String> keys = schema.listKeys();
    for (JsonNode then : before) {
      if (keys.stream().allMatch(key -> then.path(key).equals(now.path(key)))) {
        return Optional.of(new Correlation(now, then, schema.items().get()));
      }
    }
    return Optional.empty();
  }

  /** Says whether the value is what it was. */
  boolean unchanged() {
    return before != null && value.equals(before);
  }
}
