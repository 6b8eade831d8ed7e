package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Binds a pod to a node (pkg/registry/core/pod/storage, 1.37). */
final class Binding {

  private static final io.github.dratestkit.apiserver.schema.GroupVersionKind KIND =
      new io.github.dratestkit.apiserver.schema.GroupVersionKind("", "v1", "Binding");

  private final Updating updating;

  Binding(Updating updating) {
    this.updating = updating;
  }

  void bind(Target target, ObjectNode binding, Write write) {
    String node = binding.path("target").path("name").asString("");
    String kind = binding.path("target").path("kind").asString("");
    check(target, node, kind);
    StoredObject stored = updating.require(target);
    ObjectNode pod = stored.copy();
    refuseUnlessFree(target, binding, pod);
    ((ObjectNode) pod.get("spec")).put("nodeName", node);
    JsonNode annotations = binding.path("metadata").path("annotations");
    if (!annotations.isEmpty()) {
      ObjectNode metadata = (ObjectNode) pod.get("metadata");
      ObjectNode present =
          metadata.get("annotations") instanceof ObjectNode existing
              ? existing
              : metadata.putObject("annotations");
      annotations.properties().forEach(entry -> present.set(entry.getKey(), entry.getValue()));
    }
    setScheduled(pod, write);
    updating.commit(target, pod, stored, write, List.of());
  }

  private static void check(Target target, String node, String kind) {
    if (!kind.isEmpty() && !kind.equals("Node")) {
      throw StatusErrors.invalid(
          KIND,
          target.name(),
          List.of(FieldError.notSupported("target.kind", kind, List.of("Node", "<empty>"))));
    }
    if (node.isEmpty()) {
      throw StatusErrors.invalid(
          KIND, target.name(), List.of(FieldError.required("target.name", "")));
    }
  }

  private static void refuseUnlessFree(Target target, ObjectNode binding, ObjectNode pod) {
    Metadata metadata = Metadata.of(pod);
    String uid = binding.path("metadata").path("uid").asString("");
    String version = binding.path("metadata").path("resourceVersion").asString("");
    if (!uid.isEmpty() && !uid.equals(metadata.uid())) {
      throw conflict(
          target,
          "Precondition failed: UID in precondition: "
              + uid
              + ", UID in object meta: "
              + metadata.uid());
    }
    if (!version.isEmpty() && !version.equals(metadata.text("resourceVersion"))) {
      throw conflict(
          target,
          "Precondition failed: ResourceVersion in precondition: "
              + version
              + ", ResourceVersion in object meta: "
              + metadata.text("resourceVersion"));
    }
    if (metadata.isDeleting()) {
      throw conflict(
          target, "pod " + target.name() + " is being deleted, cannot be assigned to a host");
    }
    String bound = pod.path("spec").path("nodeName").asString("");
    if (!bound.isEmpty()) {
      throw conflict(
          target, "pod " + target.name() + " is already assigned to node \"" + bound + "\"");
    }
    if (!pod.path("spec").path("schedulingGates").isEmpty()) {
      throw conflict(target, "pod " + target.name() + " has non-empty .spec.schedulingGates");
    }
  }

  private static RuntimeException conflict(Target target, String message) {
    return StatusErrors.conflict(
        new io.github.dratestkit.apiserver.schema.GroupResource("", "pods/binding"),
        target.name(),
        message);
  }

  private static void setScheduled(ObjectNode pod, Write write) {
    ObjectNode status =
        pod.get("status") instanceof ObjectNode present ? present : pod.putObject("status");
    ArrayNode conditions =
        status.get("conditions") instanceof ArrayNode present
            ? present
            : status.putArray("conditions");
    for (int i = conditions.size() - 1; i >= 0; i--) {
      if (conditions.get(i).path("type").asString("").equals("PodScheduled")) {
        conditions.remove(i);
      }
    }
    conditions
        .addObject()
        .put("type", "PodScheduled")
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", write.now().toString());
  }
}
