package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Binds a pod to a node (pkg/registry/core/pod/storage, 1.37). */
final class Binding {

  private static final GroupResource PODS = new GroupResource("", "pods");

  private final Updating updating;
  private final ServedResource pods;
  private final boolean clearsNomination;

  Binding(Parts parts, Updating updating) {
    this.updating = updating;
    this.clearsNomination = parts.features().enabled("ClearingNominatedNodeNameAfterBinding");
    this.pods = parts.catalog().preferred(PODS).orElseThrow();
  }

  void bind(Target target, ObjectNode binding, Write write) {
    Target pod = podOf(target, binding);
    check(binding);
    bindPod(pod, binding, write);
  }

  // The collection of bindings, an older way, takes the name from the body.
  private Target podOf(Target target, ObjectNode binding) {
    String name = Metadata.of(binding).name();
    String namespace = Metadata.of(binding).text("namespace");
    if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    if (target.subresource().isEmpty() && name.isEmpty()) {
      throw StatusErrors.badRequest("name is required");
    }
    if (target.subresource().isEmpty()) {
      return new Target(pods, target.namespace(), name, "binding");
    }
    if (!name.isEmpty() && !name.equals(target.name())) {
      throw StatusErrors.badRequest("name in URL does not match name in Binding object");
    }
    return target;
  }

  private void bindPod(Target target, ObjectNode binding, Write write) {
    String node = binding.path("target").path("name").asString("");
    StoredObject stored = updating.require(target);
    ObjectNode pod = stored.copy();
    refuseUnlessFree(target, binding, pod);
    ((ObjectNode) pod.get("spec")).put("nodeName", node);
    for (String field : List.of("annotations", "labels")) {
      JsonNode added = binding.path("metadata").path(field);
      if (!added.isEmpty()) {
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        ObjectNode present =
            metadata.get(field) instanceof ObjectNode existing
                ? existing
                : metadata.putObject(field);
        added.properties().forEach(entry -> present.set(entry.getKey(), entry.getValue()));
      }
    }
    setScheduled(pod, write);
    if (clearsNomination) {
      ((ObjectNode) pod.get("status")).remove("nominatedNodeName");
    }
    updating.commit(target, pod, stored, write, List.of());
  }

  private static void check(ObjectNode binding) {
    String kind = binding.path("target").path("kind").asString("");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      throw StatusErrors.internalWithoutReason(
          FieldError.notSupported("target.kind", kind, List.of("Node", "<empty>")).text());
    }
    if (binding.path("target").path("name").asString("").isEmpty()) {
      throw StatusErrors.internalWithoutReason(FieldError.required("target.name", "").text());
    }
  }

  private static void refuseUnlessFree(Target target, ObjectNode binding, ObjectNode pod) {
    Metadata metadata = Metadata.of(pod);
    String uid = Metadata.of(binding).uid();
    String version = Metadata.of(binding).text("resourceVersion");
    if (!uid.isEmpty() && !uid.equals(metadata.uid())) {
      throw Updating.otherUid(target, uid, metadata.uid());
    }
    if (!version.isEmpty() && !version.equals(metadata.text("resourceVersion"))) {
      throw StatusErrors.modified(target.resource().resource(), target.name());
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
    return StatusErrors.conflict(new GroupResource("", "pods/binding"), target.name(), message);
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
