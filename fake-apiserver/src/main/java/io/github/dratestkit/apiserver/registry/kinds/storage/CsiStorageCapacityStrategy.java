package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** How much storage is left (pkg/apis/storage/validation/validation.go, 1.37). */
final class CsiStorageCapacityStrategy implements Strategy {

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field storage = Field.of(object, errors);
    SelectorValidation.check(storage.at("nodeTopology"));
    Formats.dnsSubdomain(storage.at("storageClassName"));
    Field capacity = storage.at("capacity");
    if (capacity.isSet() && capacity.quantity().sign() < 0) {
      capacity.invalid("must be greater than or equal to 0");
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(Field.of(object, errors), old, "nodeTopology", "storageClassName");
    return errors;
  }
}
