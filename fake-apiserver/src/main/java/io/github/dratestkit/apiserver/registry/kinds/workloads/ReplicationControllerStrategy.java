package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Replication controllers (pkg/apis/core/v1/defaults.go and validation.go, 1.37). */
final class ReplicationControllerStrategy implements TemplatedSpec {

  /** As it was before there was a garbage collector. */
  @Override
  public Dependents dependents() {
    return Dependents.ORPHANED;
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    JsonNode labels = spec.path("template").path("metadata").path("labels");
    if (!labels.isEmpty()) {
      if (spec.path("selector").isEmpty()) {
        spec.set("selector", labels.deepCopy());
      }
      if (object.path("metadata").path("labels").isEmpty()) {
        Absent.object(object, "metadata").set("labels", labels.deepCopy());
      }
    }
    Absent.number(spec, "replicas", 1);
    if (spec.has("template")) {
      PodTemplates.applyDefaults(spec);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    TemplatedSpec.super.prepareForCreate(object, context);
    object.putObject("status").put("replicas", 0);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    Counts.notNegative(spec, "replicas", "minReadySeconds");
    Field selector = spec.at("selector");
    selector.isThere();
    Field template = spec.at("template");
    if (!template.isThere()) {
      return errors;
    }
    Field labels = template.at("metadata", "labels");
    if (!selector.keys().stream().allMatch(key -> matches(selector, labels, key))) {
      labels.invalid("`selector` does not match template `labels`");
    }
    PodValidation.template(template, context.features());
    PodTemplates.runsForEver(template);
    return errors;
  }

  private static boolean matches(Field selector, Field labels, String key) {
    return labels.has(key) && labels.at(key).text().equals(selector.at(key).text());
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Counts.status(
        Field.of(object, errors).at("status"),
        Set.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
        List.of("observedGeneration"));
    return errors;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.replicas");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "status.replicas", Long.toString(object.path("status").path("replicas").asLong(0)));
  }
}
