package io.github.dratestkit.apiserver.registry.kinds.extensions;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The schemas within a schema. */
final class Schemas {

  /** What combines schemas in lists. */
  static final List<String> JUNCTORS = List.of("allOf", "anyOf", "oneOf");

  private static final List<String> SINGLE = List.of("items", "additionalProperties", "not");

  private Schemas() {}

  /** Returns the schemas that stand directly within one. */
  static Stream<JsonNode> within(JsonNode schema) {
    Stream<JsonNode> single = SINGLE.stream().map(schema::path);
    Stream<JsonNode> lists =
        JUNCTORS.stream()
            .flatMap(list -> StreamSupport.stream(schema.path(list).spliterator(), false));
    return Stream.of(single, lists, schema.path("properties").valueStream())
        .flatMap(stream -> stream)
        .filter(JsonNode::isObject);
  }
}
