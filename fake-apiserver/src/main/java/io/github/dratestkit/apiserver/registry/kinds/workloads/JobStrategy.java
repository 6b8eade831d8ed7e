package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Selectors;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Jobs: their defaults, and the labels and selector that follow from their uid. */
final class JobStrategy implements CountedSpec {

  private static final String UID = "batch.kubernetes.io/controller-uid";
  private static final List<String> PREFIXES = List.of("", "batch.kubernetes.io/");

  private static final String PODS_STAY =
      "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background"
          + " to remove them or set propagationPolicy=Orphan to suppress this warning";

  @Override
  public List<String> warningsOfVagueDeletion() {
    return List.of(PODS_STAY);
  }

  /** As it was before there was a garbage collector. */
  @Override
  public Dependents dependents() {
    return Dependents.ORPHANED;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    JobDefaults.apply(object);
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedSpec.super.prepareForCreate(object, context);
    ObjectNode spec = Absent.object(object, "spec");
    dropDisabled(spec, object.objectNode(), context.features());
    if (!spec.path("manualSelector").asBoolean(false)) {
      generateSelector(object, spec);
    }
    // Defaults are applied whenever an object is read, so the generated labels come back as well.
    JobDefaults.passOnLabels(object);
  }

  private static void generateSelector(ObjectNode object, ObjectNode spec) {
    Metadata metadata = Metadata.of(object);
    ObjectNode labels =
        Absent.object(Absent.object(Absent.object(spec, "template"), "metadata"), "labels");
    for (String prefix : PREFIXES) {
      Absent.text(labels, prefix + "controller-uid", metadata.uid());
      Absent.text(labels, prefix + "job-name", metadata.name());
    }
    Absent.text(Absent.object(Absent.object(spec, "selector"), "matchLabels"), UID, metadata.uid());
  }

  static void dropDisabled(ObjectNode spec, ObjectNode old, FeatureSet features) {
    PodTemplates.dropDisabled(spec, old, features);
    if (!features.enabled("WorkloadWithJob") && !old.has("scheduling")) {
      spec.remove("scheduling");
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec
        && old.get("spec") instanceof ObjectNode before) {
      dropDisabled(spec, before, context.features());
    }
    CountedSpec.super.prepareForUpdate(object, old, context);
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.namingPods(object, "spec.template");
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field job = Field.of(object, errors);
    generatedSelector(job);
    spec(job.at("spec"), context.features());
    nameAllowsCompletions(job);
    return errors;
  }

  private static void generatedSelector(Field job) {
    if (job.at("spec", "manualSelector").flag() || !job.at("spec").has("selector")) {
      return;
    }
    String uid = job.at("metadata", "uid").text();
    String name = job.at("metadata", "name").text();
    Field labels = job.at("spec", "template").at("metadata", "labels");
    ObjectNode expected = (ObjectNode) job.value().deepCopy();
    expected.removeAll();
    for (String prefix : PREFIXES) {
      label(labels, prefix + "controller-uid", uid);
      label(labels, prefix + "job-name", name);
      expected.put(prefix + "controller-uid", uid).put(prefix + "job-name", name);
    }
    Field selector = job.at("spec", "selector");
    if (Selectors.isUnderstood(selector)
        && !Selectors.matches(selector, Field.of(expected, job.errors()))) {
      selector.invalid("`selector` not auto-generated");
    }
  }

  private static void label(Field labels, String key, String value) {
    if (!labels.has(key)) {
      labels.key(key).required("must be '" + value + "'");
    } else if (!labels.at(key).text().equals(value)) {
      labels.key(key).invalid("must be '" + value + "'");
    }
  }

  private static void spec(Field spec, FeatureSet features) {
    JobValidation.spec(spec, features);
    Field selector = spec.at("selector");
    if (selector.isSet()) {
      SelectorValidation.check(selector);
    } else {
      selector.required("");
    }
    if (Selectors.isUnderstood(selector)) {
      PodTemplates.fits(spec);
    }
  }

  // The pods are named after the job and their index.
  private static void nameAllowsCompletions(Field job) {
    long completions = job.at("spec", "completions").number();
    Field name = job.at("metadata", "name");
    if (JobValidation.isIndexed(job.at("spec")) && completions > 0) {
      name.invalid(NameRule.DNS_LABEL.problem(name.text() + "-" + (completions - 1)));
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field job = Field.of(object, errors);
    spec(job.at("spec"), context.features());
    JobChanges.check(job, Field.of(old, errors), context.features());
    nameAllowsCompletions(job);
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
    JobStatusValidation.check(Field.of(object, errors), Field.of(old, errors));
    return errors;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.successful");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "status.successful", Long.toString(object.path("status").path("succeeded").asLong(0)));
  }
}
