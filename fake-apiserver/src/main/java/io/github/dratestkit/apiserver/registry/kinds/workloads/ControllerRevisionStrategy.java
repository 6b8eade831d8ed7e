package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Revisions of what controllers make pods from (pkg/apis/apps/validation, 1.37). */
final class ControllerRevisionStrategy implements Strategy {

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field revision = Field.of(object, errors);
    revision.at("revision").notNegative();
    if (!revision.at("data").value().isObject()) {
      revision.at("data").required("data must be a valid JSON object");
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field revision = Field.of(object, errors);
    revision.at("revision").notNegative();
    Immutable.checkExactly(revision, old, "data");
    return errors;
  }
}
