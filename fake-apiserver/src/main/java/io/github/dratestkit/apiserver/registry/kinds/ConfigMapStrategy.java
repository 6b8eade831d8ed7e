package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.DataKeys;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Config maps: their keys, their size, and that immutable ones stay as they are. */
final class ConfigMapStrategy implements Strategy {

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    for (String key : object.path("binaryData").propertyNames()) {
      if (object.path("data").has(key)) {
        errors.add(FieldError.invalid("data[" + key + "]", key, "is a key of binaryData too"));
      }
    }
    for (String field : List.of("data", "binaryData")) {
      DataKeys.check(object.path(field), field, errors);
    }
    DataKeys.checkSize(DataKeys.bytes(object), "[]", errors);
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    if (old.path("immutable").asBoolean(false)) {
      DataKeys.checkImmutable(object, old, List.of("data", "binaryData"), errors);
    }
    errors.addAll(validateCreate(object, context));
    return errors;
  }
}
