package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One version of a custom resource.
 *
 * @param source what the definition says of the version
 * @param type the structure by which objects are applied
 * @param hasRules whether the schema has rules in CEL
 */
record DefinedVersion(
    GroupVersionKind kind,
    JsonNode source,
    StructuralSchema schema,
    ObjectType type,
    boolean hasRules) {

  static DefinedVersion of(GroupVersionKind kind, JsonNode source) {
    StructuralSchema schema =
        // Values in it are kept as they were sent; as plain trees they are equal to others.
        StructuralSchema.of(
            JsonMapper.shared().readTree(source.path("schema").path("openAPIV3Schema").toString()));
    return new DefinedVersion(
        kind,
        source,
        schema,
        schema.type(kind, ObjectCodec.metadataType()),
        RuleCheck.hasRules(schema));
  }

  String name() {
    return kind.version();
  }

  boolean isServed() {
    return source.path("served").asBoolean(false);
  }

  /** Returns the fields by which objects can be selected, such as {@code spec.colour}. */
  List<String> selectableFields() {
    return source
        .path("selectableFields")
        .valueStream()
        .map(field -> field.path("jsonPath").asString("").substring(1))
        .toList();
  }

  boolean hasStatus() {
    return source.path("subresources").hasNonNull("status");
  }

  boolean hasScale() {
    return source.path("subresources").hasNonNull("scale");
  }
}
