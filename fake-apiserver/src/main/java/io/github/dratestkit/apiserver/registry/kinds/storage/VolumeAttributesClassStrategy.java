package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Classes of attributes of volumes (pkg/apis/storage/validation/validation.go, 1.37). */
final class VolumeAttributesClassStrategy implements Strategy {

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field attributes = Field.of(object, errors);
    StorageClassStrategy.provisioner(attributes.at("driverName"));
    StorageClassStrategy.parameters(attributes.at("parameters"));
    attributes.at("parameters").isThere();
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    for (String field : List.of("driverName", "parameters")) {
      if (!object.path(field).equals(old.path(field))) {
        Field.of(object, errors).at(field).forbidden("updates to this field are forbidden");
      }
    }
    errors.addAll(validateCreate(object, context));
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
