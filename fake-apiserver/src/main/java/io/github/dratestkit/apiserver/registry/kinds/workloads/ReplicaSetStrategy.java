package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.Selectors;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Replica sets (pkg/apis/apps/v1/defaults.go and validation.go, 1.37). */
final class ReplicaSetStrategy implements TemplatedSpec {

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.number(spec, "replicas", 1);
    PodTemplates.applyDefaults(spec);
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.namingPods(object, "spec.template");
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    Counts.notNegative(spec, "replicas", "minReadySeconds");
    PodTemplates.selected(spec, context.features());
    if (Selectors.isUnderstood(spec.at("selector"))) {
      PodTemplates.runsForEver(spec.at("template"));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(Field.of(object, errors).at("spec"), old.path("spec"), "selector");
    return errors;
  }

  // Controllers write annotations with the status.
  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Counts.status(
        Field.of(object, errors).at("status"),
        Set.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
        List.of("observedGeneration", "terminatingReplicas"));
    return errors;
  }
}
