package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Services: they get addresses of the cluster and ports of nodes, and are complete. */
final class ServiceStrategy implements Strategy {

  @Override
  public NameRule nameRule() {
    return NameRule.DNS_LABEL;
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ServiceDefaults.apply(object);
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.remove("status");
    ObjectNode spec = Absent.object(object, "spec");
    if (!spec.path("clusterIP").asString("").isEmpty() && spec.path("clusterIPs").isEmpty()) {
      spec.putArray("clusterIPs").add(spec.path("clusterIP").asString(""));
    }
    new ServiceAllocation(object, nothing(object), context).fill();
  }

  private static Field nothing(ObjectNode object) {
    return Field.of(object.objectNode(), new ArrayList<>());
  }

  private static Field spec(ObjectNode old) {
    return Field.of(old.path("spec"), new ArrayList<>());
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    ServiceChanges.keep(spec, old.path("spec"));
    ServiceChanges.dropOfFormerType(spec, old.path("spec"));
    new ServiceAllocation(object, spec(old), context).fill();
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.service(object);
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field service = Field.of(object, errors);
    new ServiceAllocation(object, nothing(object), context).check(service);
    if (errors.isEmpty()) {
      ServiceValidation.check(service, nothing(object));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field service = Field.of(object, errors);
    new ServiceAllocation(object, spec(old), context).check(service);
    if (errors.isEmpty()) {
      ServiceValidation.checkUpdate(service, Field.of(old, errors));
      ServiceValidation.check(service, spec(old));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    ServiceValidation.checkStatus(Field.of(object, errors), Field.of(old, errors));
    return errors;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.clusterIP", "spec.type");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    JsonNode spec = object.path("spec");
    return Map.of(
        "spec.clusterIP", spec.path("clusterIP").asString(""),
        "spec.type", spec.path("type").asString(""));
  }
}
