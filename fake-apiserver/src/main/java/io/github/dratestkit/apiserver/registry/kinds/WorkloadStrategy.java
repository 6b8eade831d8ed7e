package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kinds that make pods from a template: what their spec gets where nothing is said
 * (pkg/apis/apps/v1/defaults.go and pkg/apis/batch/v1/defaults.go, 1.37), and that their selector
 * fits the template and never changes.
 */
final class WorkloadStrategy implements CountedSpec {

  private final Consumer<ObjectNode> defaults;
  private final boolean selects;
  private final boolean countsAnnotations;

  private WorkloadStrategy(
      Consumer<ObjectNode> defaults, boolean selects, boolean countsAnnotations) {
    this.defaults = defaults;
    this.selects = selects;
    this.countsAnnotations = countsAnnotations;
  }

  static WorkloadStrategy deployments() {
    return new WorkloadStrategy(
        spec -> {
          Absent.number(spec, "replicas", 1);
          Absent.number(spec, "revisionHistoryLimit", 10);
          Absent.number(spec, "progressDeadlineSeconds", 600);
          ObjectNode strategy = Absent.object(spec, "strategy");
          Absent.text(strategy, "type", "RollingUpdate");
          rolling(strategy, "25%", "25%");
        },
        true,
        true);
  }

  static WorkloadStrategy replicaSets() {
    return new WorkloadStrategy(spec -> Absent.number(spec, "replicas", 1), true, false);
  }

  static WorkloadStrategy daemonSets() {
    return new WorkloadStrategy(
        spec -> {
          Absent.number(spec, "revisionHistoryLimit", 10);
          ObjectNode strategy = Absent.object(spec, "updateStrategy");
          Absent.text(strategy, "type", "RollingUpdate");
          if (strategy.path("type").asString("").equals("RollingUpdate")) {
            ObjectNode rolling = Absent.object(strategy, "rollingUpdate");
            Absent.number(rolling, "maxUnavailable", 1);
            Absent.number(rolling, "maxSurge", 0);
          }
        },
        true,
        false);
  }

  static WorkloadStrategy statefulSets() {
    return new WorkloadStrategy(
        spec -> {
          Absent.number(spec, "replicas", 1);
          Absent.number(spec, "revisionHistoryLimit", 10);
          Absent.text(spec, "podManagementPolicy", "OrderedReady");
          ObjectNode strategy = Absent.object(spec, "updateStrategy");
          Absent.text(strategy, "type", "RollingUpdate");
          if (strategy.path("type").asString("").equals("RollingUpdate")) {
            ObjectNode rolling = Absent.object(strategy, "rollingUpdate");
            Absent.number(rolling, "partition", 0);
            Absent.number(rolling, "maxUnavailable", 1);
          }
          ObjectNode retention = Absent.object(spec, "persistentVolumeClaimRetentionPolicy");
          Absent.text(retention, "whenDeleted", "Retain");
          Absent.text(retention, "whenScaled", "Retain");
        },
        true,
        false);
  }

  private static void rolling(ObjectNode strategy, String unavailable, String surge) {
    if (!strategy.path("type").asString("").equals("RollingUpdate")) {
      return;
    }
    ObjectNode rolling = Absent.object(strategy, "rollingUpdate");
    if (Absent.is(rolling, "maxUnavailable")) {
      rolling.put("maxUnavailable", unavailable);
    }
    if (Absent.is(rolling, "maxSurge")) {
      rolling.put("maxSurge", surge);
    }
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    defaults.accept(spec);
    if (spec.path("template").get("spec") instanceof ObjectNode pod) {
      PodDefaults.applyToTemplate(pod);
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = object.path("spec");
    long replicas = spec.path("replicas").asLong(0);
    if (replicas < 0) {
      errors.add(
          FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    }
    if (selects) {
      checkSelector(spec, errors);
    }
    PodValidation.template(spec.path("template").path("spec"), "spec.template.spec", errors);
    return errors;
  }

  private static void checkSelector(JsonNode spec, List<FieldError> errors) {
    JsonNode selector = spec.path("selector");
    if (selector.isMissingNode() || selector.isNull()) {
      errors.add(FieldError.required("spec.selector", ""));
    } else if (selector.isEmpty()) {
      errors.add(
          FieldError.invalid("spec.selector", selector, "empty selector is invalid for this kind"));
    }
    JsonNode labels = spec.path("template").path("metadata").path("labels");
    boolean fits =
        selector.path("matchLabels").properties().stream()
            .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    if (!fits || selector.isMissingNode()) {
      errors.add(
          FieldError.invalid(
              "spec.template.metadata.labels",
              labels.isMissingNode() ? "{}" : labels,
              "`selector` does not match template `labels`"));
    }
  }

  // Annotations of a Deployment go into its ReplicaSets, so that they count as its spec does.
  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    JsonNode annotations = object.path("metadata").path("annotations");
    boolean counted =
        countsAnnotations && !annotations.equals(old.path("metadata").path("annotations"));
    if (counted || !object.path("spec").equals(old.path("spec"))) {
      Metadata.of(object).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    JsonNode selector = object.path("spec").path("selector");
    if (selects && !selector.equals(old.path("spec").path("selector"))) {
      errors.add(FieldError.invalid("spec.selector", selector, "field is immutable"));
    }
    return errors;
  }
}
