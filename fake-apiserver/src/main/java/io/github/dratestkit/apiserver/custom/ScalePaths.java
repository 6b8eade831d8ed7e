package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.registry.ScaleFields;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Where objects of a version have what their scale shows. */
final class ScalePaths {

  private ScalePaths() {}

  /** Returns the paths that a definition gives for a version, if it has a scale. */
  static Optional<ScaleFields> of(DefinedVersion version) {
    JsonNode scale = version.source().path("subresources").path("scale");
    return scale.isObject()
        ? Optional.of(
            new ScaleFields(
                steps(scale.path("specReplicasPath")),
                steps(scale.path("statusReplicasPath")),
                steps(scale.path("labelSelectorPath"))))
        : Optional.empty();
  }

  private static List<String> steps(JsonNode path) {
    String text = path.asString("");
    return text.isEmpty()
        ? List.of()
        : List.of((text.startsWith(".") ? text.substring(1) : text).split("\\."));
  }

  /** Returns what is wrong with the fields of a spec that a scale shows. */
  static List<FieldError> specErrors(ScaleFields fields, JsonNode object) {
    List<FieldError> errors = new ArrayList<>();
    count(fields.wanted(), object, errors);
    return errors;
  }

  /** Returns what is wrong with the fields of a status that a scale shows. */
  static List<FieldError> statusErrors(ScaleFields fields, JsonNode object) {
    List<FieldError> errors = new ArrayList<>();
    count(fields.present(), object, errors);
    JsonNode selector = ScaleFields.at(object, fields.selector());
    if (!fields.selector().isEmpty() && !selector.isMissingNode() && !selector.isString()) {
      errors.add(
          FieldError.invalid(name(fields.selector()), "", "must be a text, found " + selector));
    }
    return errors;
  }

  private static void count(List<String> path, JsonNode object, List<FieldError> errors) {
    JsonNode count = ScaleFields.at(object, path);
    if (count.isMissingNode()) {
      return;
    }
    if (!count.isIntegralNumber()) {
      errors.add(FieldError.invalid(name(path), 0, "must be a whole number, found " + count));
    } else if (count.asLong() < 0) {
      errors.add(FieldError.invalid(name(path), count, "should be a non-negative integer"));
    } else if (count.asLong() > Integer.MAX_VALUE) {
      errors.add(
          FieldError.invalid(
              name(path), count, "should be less than or equal to " + Integer.MAX_VALUE));
    }
  }

  private static String name(List<String> path) {
    return "." + String.join(".", path);
  }
}
