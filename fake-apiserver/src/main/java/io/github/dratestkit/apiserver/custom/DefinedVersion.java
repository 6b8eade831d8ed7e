package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import tools.jackson.databind.JsonNode;

/**
 * One version of a custom resource.
 *
 * @param source what the definition says of the version
 * @param type the structure by which objects are applied
 */
record DefinedVersion(
    GroupVersionKind kind, JsonNode source, StructuralSchema schema, ObjectType type) {

  static DefinedVersion of(GroupVersionKind kind, JsonNode source) {
    StructuralSchema schema =
        StructuralSchema.of(source.path("schema").path("openAPIV3Schema").deepCopy());
    return new DefinedVersion(kind, source, schema, schema.type(kind, ObjectCodec.metadataType()));
  }

  String name() {
    return kind.version();
  }

  boolean isServed() {
    return source.path("served").asBoolean(false);
  }

  boolean hasStatus() {
    return source.path("subresources").hasNonNull("status");
  }

  boolean hasScale() {
    return source.path("subresources").hasNonNull("scale");
  }
}
