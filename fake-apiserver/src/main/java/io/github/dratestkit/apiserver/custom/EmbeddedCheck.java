package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.registry.FinalizerRule;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Type and metadata of the objects that stand in an object (apiextensions-apiserver,
 * pkg/apiserver/schema/objectmeta, 1.37).
 */
final class EmbeddedCheck {

  private final List<FieldError> errors = new ArrayList<>();

  private EmbeddedCheck() {}

  static List<FieldError> errors(StructuralSchema schema, JsonNode object) {
    EmbeddedCheck check = new EmbeddedCheck();
    check.value(schema, object, "");
    return check.errors;
  }

  private void value(StructuralSchema schema, JsonNode value, String path) {
    if (value instanceof ObjectNode object) {
      if (schema.isResource()) {
        resource(object, path);
      }
      value.forEachEntry(
          (name, entry) -> {
            boolean declared = schema.properties().containsKey(name);
            String below = declared ? under(path, name) : path + "[" + name + "]";
            schema.entry(name).ifPresent(part -> value(part, entry, below));
          });
    } else if (value.isArray() && schema.items().isPresent()) {
      for (int index = 0; index < value.size(); index++) {
        value(schema.items().get(), value.get(index), path + "[" + index + "]");
      }
    }
  }

  private static String under(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private void resource(ObjectNode object, String path) {
    JsonNode version = object.path("apiVersion");
    JsonNode kind = object.path("kind");
    String text = version.asString("");
    if (version.isMissingNode()) {
      errors.add(FieldError.required(under(path, "apiVersion"), ""));
    } else if (text.isEmpty()) {
      errors.add(FieldError.invalid(under(path, "apiVersion"), text, "must not be empty"));
    } else if (text.indexOf('/') != text.lastIndexOf('/')) {
      errors.add(
          FieldError.invalid(
              under(path, "apiVersion"), text, "unexpected GroupVersion string: " + text));
    }
    String name = kind.asString("");
    if (kind.isMissingNode()) {
      errors.add(FieldError.required(under(path, "kind"), ""));
    } else if (name.isEmpty()) {
      errors.add(FieldError.invalid(under(path, "kind"), name, "must not be empty"));
    } else {
      NameRule.DNS_1035_LABEL
          .problem(name.toLowerCase(Locale.ROOT))
          .ifPresent(
              problem ->
                  errors.add(
                      FieldError.invalid(under(path, "kind"), name, "but for case, " + problem)));
    }
    if (object.get("metadata") instanceof ObjectNode metadata) {
      ObjectNode named = object.objectNode();
      named.set("metadata", metadata.deepCopy());
      if (metadata.path("name").asString("").isEmpty()) {
        ((ObjectNode) named.get("metadata")).put("name", "fakename");
      }
      for (FieldError error :
          MetadataRules.create(named, NameRule.PATH_SEGMENT, FinalizerRule.ANY_NAME)) {
        errors.add(new FieldError(error.type(), under(path, error.field()), error.message()));
      }
    }
  }
}
