package io.github.dratestkit.apiserver.schema.structural;

import io.github.dratestkit.apiserver.schema.Field;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Kind;
import io.github.dratestkit.apiserver.schema.ListType;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The structure by which objects of a schema are applied: which values are one, and which lists
 * have keys (kube-openapi, pkg/schemaconv/openapi.go, as of 1.37).
 */
final class Structures {

  private static final List<String> OF_A_RESOURCE = List.of("apiVersion", "kind");

  private final String name;
  private final ObjectType metadata;

  private Structures(String name, ObjectType metadata) {
    this.name = name;
    this.metadata = metadata;
  }

  static ObjectType of(StructuralSchema schema, GroupVersionKind kind, ObjectType metadata) {
    List<String> group = new ArrayList<>(List.of(kind.group().split("\\.")));
    Collections.reverse(group);
    String name = String.join(".", group) + "." + kind.version() + "." + kind.kind();
    return new Structures(name, metadata).resource(schema, schema.preservesUnknownFields());
  }

  private ObjectType resource(StructuralSchema schema, boolean preserves) {
    List<Field> fields = new ArrayList<>();
    for (String text : OF_A_RESOURCE) {
      fields.add(field(text, Shape.of(Kind.STRING), Optional.empty()));
    }
    fields.add(field("metadata", Shape.object(() -> metadata, false), Optional.empty()));
    for (Map.Entry<String, StructuralSchema> part : schema.properties().entrySet()) {
      if (fields.stream().noneMatch(known -> known.name().equals(part.getKey()))) {
        fields.add(
            field(
                part.getKey(), shape(part.getValue(), preserves), part.getValue().defaultValue()));
      }
    }
    return new ObjectType(name, schema.isAtomicMap(), fields, others(schema, preserves));
  }

  private Shape shape(StructuralSchema schema, boolean outerPreserves) {
    boolean preserves = outerPreserves || schema.preservesUnknownFields();
    if (schema.isIntOrString()) {
      return Shape.of(Kind.INT_OR_STRING);
    }
    return switch (schema.type()) {
      case "object" -> object(schema, preserves);
      case "array" -> list(schema, preserves);
      case "integer", "number" -> Shape.of(Kind.DOUBLE);
      case "boolean" -> Shape.of(Kind.BOOL);
      case "string" -> Shape.of(isPlainText(schema) ? Kind.STRING : Kind.INT_OR_STRING);
      default -> Shape.of(Kind.ANY);
    };
  }

  // A text in any other format could have been written as a number as well.
  private static boolean isPlainText(StructuralSchema schema) {
    String format = schema.source().path("format").asString("");
    return format.isEmpty() || format.equals("byte");
  }

  private Shape object(StructuralSchema schema, boolean preserves) {
    if (schema.isResource()) {
      ObjectType type = resource(schema, preserves);
      return Shape.object(() -> type, schema.isAtomicMap());
    }
    if (schema.properties().isEmpty()) {
      Shape element = others(schema, preserves);
      return Shape.map(element == null ? Shape.of(Kind.ANY) : element, schema.isAtomicMap());
    }
    List<Field> fields = new ArrayList<>();
    schema
        .properties()
        .forEach(
            (part, type) -> fields.add(field(part, shape(type, preserves), type.defaultValue())));
    ObjectType type = new ObjectType(name, schema.isAtomicMap(), fields, others(schema, preserves));
    return Shape.object(() -> type, schema.isAtomicMap());
  }

  private @Nullable Shape others(StructuralSchema schema, boolean preserves) {
    if (schema.others().isPresent()) {
      return shape(schema.others().get(), preserves);
    }
    boolean taken = schema.source().path("additionalProperties").asBoolean(false);
    boolean unsaid = !schema.open() && (preserves || schema.properties().isEmpty());
    return taken || unsaid ? Shape.of(Kind.ANY) : null;
  }

  private Shape list(StructuralSchema schema, boolean preserves) {
    Shape element = schema.items().map(items -> shape(items, preserves)).orElse(Shape.of(Kind.ANY));
    ListType type =
        schema.listType().isEmpty()
            ? ListType.ATOMIC
            : ListType.valueOf(schema.listType().toUpperCase(Locale.ROOT));
    return Shape.list(element, type, schema.listKeys());
  }

  private static Field field(String name, Shape shape, Optional<JsonNode> defaultValue) {
    return new Field(
        name,
        0,
        shape,
        true,
        true,
        false,
        false,
        defaultValue,
        List.of(),
        Set.of(),
        Optional.empty(),
        "",
        true,
        "");
  }
}
