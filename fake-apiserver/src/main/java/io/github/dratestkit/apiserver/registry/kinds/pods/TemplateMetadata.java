package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.Set;

/** The metadata in a template, from which objects are made. */
final class TemplateMetadata {

  private static final Set<String> ALLOWED = Set.of("annotations", "labels");

  private TemplateMetadata() {}

  /** Checks the labels and annotations of a template. */
  static void check(Field template, String labels, String annotations) {
    template
        .errors()
        .addAll(
            MetadataRules.labels(
                template.at("metadata", "labels").value(), template.path() + "." + labels));
    template
        .errors()
        .addAll(
            MetadataRules.annotations(
                template.at("metadata", "annotations").value(),
                template.path() + "." + annotations));
  }

  /** Checks metadata that may have nothing but labels and annotations. */
  static void checkOnly(Field metadata) {
    metadata
        .errors()
        .addAll(
            MetadataRules.annotations(
                metadata.at("annotations").value(), metadata.path() + ".annotations"));
    metadata
        .errors()
        .addAll(MetadataRules.labels(metadata.at("labels").value(), metadata.path() + ".labels"));
    for (String field : metadata.keys()) {
      if (!ALLOWED.contains(field) && !metadata.at(field).isEmpty()) {
        // The real server tells of the field as it is called in Go.
        metadata
            .at(field)
            .named(metadata.path() + "." + (field.equals("uid") ? "uID" : field))
            .forbidden("cannot be set");
      }
    }
  }
}
