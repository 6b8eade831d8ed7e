package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pods: their defaults, the time they get to end, and the fields they are selected by. */
final class PodStrategy implements Strategy {

  private static final long GRACE_PERIOD_SECONDS = 30;

  @Override
  public boolean keepsDeletionOnStatusUpdate() {
    return true;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.get("spec") instanceof ObjectNode spec) {
      PodDefaults.apply(spec);
    }
    PodAddresses.complete(object);
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    Metadata.of(object).setGeneration(1);
    DisabledPodFields.dropFromSpec(object, object.objectNode(), context.features());
    ObjectNode status = object.putObject("status");
    status.put("phase", "Pending");
    if (!object.path("spec").path("schedulingGates").isEmpty()) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "PodScheduled")
          .put("status", "False")
          .putNull("lastProbeTime")
          .put("lastTransitionTime", context.now().toString())
          .put("reason", "SchedulingGated")
          .put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }
    status.put("qosClass", PodDefaults.qualityOfService(object.path("spec")));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    DisabledPodFields.dropFromSpec(object, old, context.features());
    if (!object.path("spec").equals(old.path("spec"))) {
      Metadata.of(object).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    DisabledPodFields.dropFromStatus(object, old, context.features());
    if (object.get("status") instanceof ObjectNode status
        && status.path("qosClass").asString("").isEmpty()) {
      status.set("qosClass", old.path("status").path("qosClass"));
    }
    Metadata.of(object).take("ownerReferences", old);
  }

  // People hardly ever change pods, and it would cost much.
  @Override
  public List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    return List.of();
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.pod(object);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field pod = Field.of(object, errors);
    PodValidation.pod(pod, context.features());
    PodValidation.created(pod);
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    PodValidation.pod(Field.of(object, errors), context.features());
    JsonNode spec = object.path("spec");
    JsonNode before = old.path("spec");
    switch (context.subresource()) {
      case "ephemeralcontainers" -> EphemeralContainers.checkKept(spec, before, errors);
      case "resize" -> PodResize.check(spec, before, errors);
      default ->
          PodChanges.check(Field.of(object, errors), Field.of(old, errors), context.features());
    }
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    PodStatusValidation.check(Field.of(object, errors), old);
    PodClaimStatusValidation.check(object, errors);
    PodAllocatableValidation.check(object, old, errors);
    return errors;
  }

  // A kubelet may write labels and annotations with the status, but not owners.
  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public boolean managesGeneration() {
    return true;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public @Nullable Long gracePeriodSeconds(ObjectNode object, @Nullable Long asked) {
    String phase = object.path("status").path("phase").asString("");
    boolean bound = !object.path("spec").path("nodeName").asString("").isEmpty();
    if (!bound || phase.equals("Succeeded") || phase.equals("Failed")) {
      return 0L;
    }
    if (asked != null) {
      return asked;
    }
    JsonNode seconds = object.path("spec").path("terminationGracePeriodSeconds");
    return seconds.isNumber() ? seconds.asLong() : GRACE_PERIOD_SECONDS;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of(
        "spec.nodeName",
        "spec.restartPolicy",
        "spec.schedulerName",
        "spec.serviceAccountName",
        "spec.hostNetwork",
        "status.phase",
        "status.podIP",
        "status.podIPs",
        "status.nominatedNodeName");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : selectableFieldNames()) {
      JsonNode value = object;
      for (String part : name.split("\\.", -1)) {
        value = value.path(part);
      }
      if (name.equals("status.podIPs")) {
        value = value.path(0).path("ip");
      }
      fields.put(name, value.asString(name.equals("spec.hostNetwork") ? "false" : ""));
    }
    return fields;
  }
}
