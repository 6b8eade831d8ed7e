package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Jobs: their defaults, and the labels and selector that follow from their uid. */
final class JobStrategy implements CountedSpec {

  private static final String UID = "batch.kubernetes.io/controller-uid";

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    if (Absent.is(spec, "completions") && Absent.is(spec, "parallelism")) {
      spec.put("completions", 1);
    }
    Absent.number(spec, "parallelism", 1);
    Absent.number(spec, "backoffLimit", 6);
    Absent.text(spec, "completionMode", "NonIndexed");
    Absent.flag(spec, "suspend", false);
    Absent.text(
        spec,
        "podReplacementPolicy",
        spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
    if (spec.path("template").get("spec") instanceof ObjectNode pod) {
      PodDefaults.applyToTemplate(pod);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedSpec.super.prepareForCreate(object, context);
    ObjectNode spec = Absent.object(object, "spec");
    if (spec.path("manualSelector").asBoolean(false)) {
      return;
    }
    Metadata metadata = Metadata.of(object);
    ObjectNode labels =
        Absent.object(Absent.object(Absent.object(spec, "template"), "metadata"), "labels");
    for (String prefix : List.of("", "batch.kubernetes.io/")) {
      Absent.text(labels, prefix + "controller-uid", metadata.uid());
      Absent.text(labels, prefix + "job-name", metadata.name());
    }
    Absent.text(Absent.object(Absent.object(spec, "selector"), "matchLabels"), UID, metadata.uid());
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
