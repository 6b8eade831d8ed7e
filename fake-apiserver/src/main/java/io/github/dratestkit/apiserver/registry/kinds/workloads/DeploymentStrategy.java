package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.Metadata;
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

/** Deployments (pkg/apis/apps/v1/defaults.go and validation.go, 1.37). */
final class DeploymentStrategy implements TemplatedSpec {

  private static final List<String> STRATEGIES = List.of("Recreate", "RollingUpdate");

  @Override
  public boolean keepsDeletionOnStatusUpdate() {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.number(spec, "replicas", 1);
    Absent.number(spec, "revisionHistoryLimit", 10);
    Absent.number(spec, "progressDeadlineSeconds", 600);
    ObjectNode strategy = Absent.object(spec, "strategy");
    Absent.text(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asString("").equals("RollingUpdate")) {
      ObjectNode rolling = Absent.object(strategy, "rollingUpdate");
      Absent.textIfAbsent(rolling, "maxUnavailable", "25%");
      Absent.textIfAbsent(rolling, "maxSurge", "25%");
    }
    PodTemplates.applyDefaults(spec);
  }

  // Annotations go into the replica sets, so that they count as the spec does.
  @Override
  public boolean changes(ObjectNode object, ObjectNode old) {
    return TemplatedSpec.super.changes(object, old)
        || !object.path("metadata").path("annotations").equals(old.at("/metadata/annotations"));
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.namingPods(object, "spec.template");
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    spec.at("replicas").notNegative();
    PodTemplates.selected(spec, context.features());
    if (Selectors.isUnderstood(spec.at("selector"))) {
      PodTemplates.runsForEver(spec.at("template"));
    }
    strategy(spec.at("strategy"));
    Counts.notNegative(spec, "minReadySeconds", "revisionHistoryLimit");
    Field deadline = spec.at("progressDeadlineSeconds");
    deadline.notNegative();
    if (deadline.isSet() && deadline.number() <= spec.at("minReadySeconds").number()) {
      deadline.invalid("must be greater than minReadySeconds");
    }
    return errors;
  }

  private static void strategy(Field strategy) {
    strategy.at("type").named(strategy.path()).oneOf(STRATEGIES);
    Field rolling = strategy.at("rollingUpdate");
    switch (strategy.at("type").text()) {
      case "Recreate" -> {
        if (rolling.isSet()) {
          rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
        }
      }
      case "RollingUpdate" -> {
        Field unavailable = rolling.at("maxUnavailable");
        Counts.numberOrPercent(unavailable);
        Counts.numberOrPercent(rolling.at("maxSurge"));
        if (Counts.value(unavailable) == 0 && Counts.value(rolling.at("maxSurge")) == 0) {
          unavailable.invalid("may not be 0 when `maxSurge` is 0");
        }
        Counts.atMostAll(unavailable);
      }
      default -> {}
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(Field.of(object, errors).at("spec"), old.path("spec"), "selector");
    return errors;
  }

  // The revision is an annotation that is written with the status; labels are not written so.
  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    Metadata.of(object).take("labels", old);
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field status = Field.of(object, errors).at("status");
    Counts.status(
        status,
        Set.of("updatedReplicas", "readyReplicas", "availableReplicas"),
        List.of(
            "observedGeneration", "unavailableReplicas", "terminatingReplicas", "collisionCount"));
    Counts.collisions(status, Field.of(old, errors).at("status"));
    return errors;
  }
}
