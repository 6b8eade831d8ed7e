package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a custom resource by the definition of its version. */
final class ObjectCheck {

  private static final String STATUS = "status";

  private ObjectCheck() {}

  static List<FieldError> create(DefinedVersion version, ObjectNode object) {
    StructuralSchema schema = version.schema();
    List<FieldError> errors = new ArrayList<>();
    errors.addAll(
        ValueCheck.errors(schema.source(), new Correlation(object, null, schema), ""));
    scale(version, object, true, errors);
    errors.addAll(EmbeddedCheck.errors(schema, object));
    errors.addAll(ListCheck.errors(schema, object));
    return errors;
  }

  static List<FieldError> update(DefinedVersion version, ObjectNode object, ObjectNode old) {
    StructuralSchema schema = version.schema();
    List<FieldError> errors = new ArrayList<>();
    errors.addAll(ValueCheck.errors(schema.source(), new Correlation(object, old, schema), ""));
    scale(version, object, true, errors);
    errors.addAll(EmbeddedCheck.errors(schema, object));
    lists(schema, object, old, errors);
    return errors;
  }

  static List<FieldError> statusUpdate(DefinedVersion version, ObjectNode object, ObjectNode old) {
    StructuralSchema schema = version.schema();
    List<FieldError> errors = new ArrayList<>();
    JsonNode status = object.path(STATUS);
    Optional<StructuralSchema> part = schema.entry(STATUS);
    if (!status.isMissingNode() && part.isPresent()) {
      @Nullable JsonNode before = old.get(STATUS);
      errors.addAll(
          ValueCheck.errors(
              part.get().source(), new Correlation(status, before, part.get()), STATUS));
    }
    scale(version, object, false, errors);
    lists(schema, object, old, errors);
    return errors;
  }

  // What had items twice before may have them still.
  private static void lists(
      StructuralSchema schema, ObjectNode object, ObjectNode old, List<FieldError> errors) {
    if (ListCheck.errors(schema, old).isEmpty()) {
      errors.addAll(ListCheck.errors(schema, object));
    }
  }

  private static void scale(
      DefinedVersion version, ObjectNode object, boolean spec, List<FieldError> errors) {
    ScalePaths.of(version)
        .ifPresent(
            fields -> {
              if (spec) {
                errors.addAll(ScalePaths.specErrors(fields, object));
              }
              errors.addAll(ScalePaths.statusErrors(fields, object));
            });
  }
}
