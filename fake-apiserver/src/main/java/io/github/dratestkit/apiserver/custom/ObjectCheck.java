package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.allocator.cel.RuleEnvironment;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a custom resource by the definition of its version. */
final class ObjectCheck {

  private static final String STATUS = "status";
  private static final Set<FieldError.Type> BLOCKING =
      EnumSet.of(
          FieldError.Type.NOT_SUPPORTED,
          FieldError.Type.REQUIRED,
          FieldError.Type.TOO_LONG,
          FieldError.Type.TOO_MANY,
          FieldError.Type.TYPE_INVALID);

  private ObjectCheck() {}

  static List<FieldError> create(DefinedVersion version, ObjectNode object, WriteContext context) {
    StructuralSchema schema = version.schema();
    List<FieldError> errors = new ArrayList<>();
    errors.addAll(ValueCheck.errors(schema.source(), new Correlation(object, null, schema), ""));
    scale(version, object, true, errors);
    errors.addAll(EmbeddedCheck.errors(schema, object));
    errors.addAll(ListCheck.errors(schema, object));
    rules(version, object, null, context, errors);
    return errors;
  }

  static List<FieldError> update(
      DefinedVersion version, ObjectNode object, ObjectNode old, WriteContext context) {
    StructuralSchema schema = version.schema();
    List<FieldError> errors = new ArrayList<>();
    errors.addAll(ValueCheck.errors(schema.source(), new Correlation(object, old, schema), ""));
    scale(version, object, true, errors);
    errors.addAll(EmbeddedCheck.errors(schema, object));
    lists(schema, object, old, errors);
    rules(version, object, old, context, errors);
    return errors;
  }

  static List<FieldError> statusUpdate(
      DefinedVersion version, ObjectNode object, ObjectNode old, WriteContext context) {
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
    rules(version, object, old, context, errors);
    return errors;
  }

  // Rules are asked only about values that have the types that they expect.
  private static void rules(
      DefinedVersion version,
      ObjectNode object,
      @Nullable ObjectNode old,
      WriteContext context,
      List<FieldError> errors) {
    if (!version.hasRules()) {
      return;
    }
    if (errors.stream().anyMatch(error -> BLOCKING.contains(error.type()))) {
      errors.add(
          FieldError.invalid(
              "<nil>",
              "null",
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
      return;
    }
    RuleEnvironment environment = RuleEnvironment.of(context.features());
    errors.addAll(RuleCheck.errors(environment, object, old, version.schema()));
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
