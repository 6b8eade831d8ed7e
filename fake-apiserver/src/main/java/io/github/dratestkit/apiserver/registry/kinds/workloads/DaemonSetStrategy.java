package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Selectors;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Daemon sets (pkg/apis/apps/v1/defaults.go and validation.go, 1.37). */
final class DaemonSetStrategy implements TemplatedSpec {

  private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";
  private static final List<String> STRATEGIES = List.of("OnDelete", "RollingUpdate");

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.number(spec, "revisionHistoryLimit", 10);
    ObjectNode strategy = Absent.object(spec, "updateStrategy");
    Absent.text(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asString("").equals("RollingUpdate")) {
      ObjectNode rolling = Absent.object(strategy, "rollingUpdate");
      Absent.number(rolling, "maxUnavailable", 1);
      Absent.number(rolling, "maxSurge", 0);
    }
    PodTemplates.applyDefaults(spec);
    if (context.verb().equals("create")) {
      count(object, 1);
    }
  }

  // How often the template has changed is kept for clients of a version that is long gone.
  private static void count(ObjectNode object, long generation) {
    object
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(TEMPLATE_GENERATION, Long.toString(generation));
  }

  @Override
  public String annotationOfField() {
    return TEMPLATE_GENERATION;
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    TemplatedSpec.super.prepareForUpdate(object, old, context);
    String before = old.path("metadata").path("annotations").path(TEMPLATE_GENERATION).asString("");
    if (before.matches("[0-9]{1,18}")) {
      boolean same = object.path("spec").path("template").equals(old.path("spec").path("template"));
      count(object, Long.parseLong(before) + (same ? 0 : 1));
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.template(object, "spec.template");
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    Field selector = spec.at("selector");
    SelectorValidation.check(selector);
    if (Selectors.isUnderstood(selector)) {
      PodTemplates.fits(spec);
    }
    if (selector.isSet() && Selectors.isEmpty(selector)) {
      selector.invalid("empty selector is invalid for daemonset");
    }
    PodValidation.template(spec.at("template"), context.features());
    PodTemplates.runsForEver(spec.at("template"));
    spec.at("minReadySeconds").notNegative();
    strategy(spec.at("updateStrategy"));
    spec.at("revisionHistoryLimit").notNegative();
    return errors;
  }

  private static void strategy(Field strategy) {
    strategy.at("type").named(strategy.path()).oneOf(STRATEGIES);
    if (!strategy.at("type").text().equals("RollingUpdate")) {
      return;
    }
    Field unavailable = strategy.at("rollingUpdate", "maxUnavailable");
    Field surge = strategy.at("rollingUpdate", "maxSurge");
    Counts.numberOrPercent(unavailable);
    Counts.numberOrPercent(surge);
    Counts.atMostAll(unavailable);
    Counts.atMostAll(surge);
    if (Counts.value(unavailable) != 0 && Counts.value(surge) != 0) {
      surge.invalid("may not be set when maxUnavailable is non-zero");
    } else if (Counts.value(unavailable) == 0 && Counts.value(surge) == 0) {
      unavailable.required("cannot be 0 when maxSurge is 0");
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Immutable.check(Field.of(object, errors).at("spec"), old.path("spec"), "selector");
    errors.addAll(validateCreate(object, context));
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
    Field status = Field.of(object, errors).at("status");
    Counts.notNegative(
        status,
        "currentNumberScheduled",
        "numberMisscheduled",
        "desiredNumberScheduled",
        "numberReady",
        "observedGeneration",
        "updatedNumberScheduled",
        "numberAvailable",
        "numberUnavailable",
        "collisionCount");
    Counts.collisions(status, Field.of(old, errors).at("status"));
    return errors;
  }
}
