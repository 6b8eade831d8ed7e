package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedChanges;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Semantic;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Templates of pods as objects of their own. */
final class PodTemplateStrategy implements CountedChanges {

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    Absent.object(object, "template");
    PodTemplates.applyDefaults(object);
  }

  @Override
  public boolean changes(ObjectNode object, ObjectNode old) {
    return !Semantic.equal(object.path("template"), old.path("template"));
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedChanges.super.prepareForCreate(object, context);
    PodTemplates.dropDisabled(object, object.objectNode(), context.features());
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    PodTemplates.dropDisabled(object, old, context.features());
    CountedChanges.super.prepareForUpdate(object, old, context);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    PodValidation.template(Field.of(object, errors).at("template"), context.features());
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
