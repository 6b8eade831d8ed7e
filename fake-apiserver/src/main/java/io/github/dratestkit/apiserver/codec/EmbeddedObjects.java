package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Type and metadata of the objects that stand in a custom resource, which have types as those of
 * the whole have (apiextensions-apiserver, pkg/apiserver/schema/objectmeta/algorithm.go, 1.37).
 */
final class EmbeddedObjects {

  private final @Nullable StrictErrors strict;
  private final TreeSet<String> unknown = new TreeSet<>();

  private EmbeddedObjects(@Nullable StrictErrors strict) {
    this.strict = strict;
  }

  /**
   * Reads them in place.
   *
   * @throws DecodingException if one has a type or metadata that is none
   */
  static void read(ObjectNode object, StructuralSchema schema, @Nullable StrictErrors strict) {
    EmbeddedObjects embedded = new EmbeddedObjects(strict);
    embedded.parts(object, schema, "");
    if (strict != null) {
      embedded.unknown.forEach(strict::complaint);
    }
  }

  private void value(JsonNode value, StructuralSchema schema, String path) {
    if (value instanceof ObjectNode object && schema.isResource()) {
      resource(object, path);
    }
    parts(value, schema, path);
  }

  private void parts(JsonNode value, StructuralSchema schema, String path) {
    if (value.isObject()) {
      value.forEachEntry(
          (name, entry) -> {
            boolean declared = schema.properties().containsKey(name);
            String field = path.isEmpty() ? name : path + "." + name;
            schema
                .entry(name)
                .ifPresent(part -> value(entry, part, declared ? field : path + "[" + name + "]"));
          });
    } else if (value.isArray() && schema.items().isPresent()) {
      for (int place = 0; place < value.size(); place++) {
        value(value.get(place), schema.items().get(), path + "[" + place + "]");
      }
    }
  }

  private void resource(ObjectNode object, String path) {
    for (String name : new String[] {"apiVersion", "kind"}) {
      JsonNode text = object.get(name);
      if (text != null && !text.isString()) {
        throw new DecodingException(
            path + "." + name + ": Invalid value: " + text + ": must be a string");
      }
    }
    JsonNode sent = object.get("metadata");
    if (sent == null) {
      return;
    }
    StrictErrors inner = strict == null ? null : new StrictErrors(FieldPaths.OF_TEXT);
    if (inner != null) {
      inner.enterField(path + ".metadata");
    }
    try {
      ObjectNode metadata =
          new TypedReader(JsonMapper.shared().writeValueAsBytes(sent), inner)
              .read(CustomObjects.metadataType());
      if (metadata.path("creationTimestamp").isNull()) {
        metadata.remove("creationTimestamp");
      }
      object.set("metadata", metadata);
    } catch (DecodingException broken) {
      throw new DecodingException(
          path + ".metadata: Invalid value: " + sent + ": " + broken.text());
    }
    if (inner != null) {
      unknown.addAll(inner.texts());
    }
  }
}
