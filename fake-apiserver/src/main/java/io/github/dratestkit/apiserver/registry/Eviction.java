package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Evicts pods: deletes them unless a PodDisruptionBudget forbids it (pkg/registry/core/pod/storage/
 * eviction.go, 1.37).
 */
final class Eviction {

  private static final GroupResource BUDGETS = new GroupResource("policy", "poddisruptionbudgets");
  private static final String CONDITION = "DisruptionTarget";

  private final Parts parts;
  private final Updating updating;
  private final Deletion deletion;

  Eviction(Parts parts, Updating updating, Deletion deletion) {
    this.parts = parts;
    this.updating = updating;
    this.deletion = deletion;
  }

  void evict(Target target, ObjectNode eviction, Write write) {
    if (!Metadata.of(eviction).name().equals(target.name())) {
      throw StatusErrors.badRequest("name in URL does not match name in Eviction object");
    }
    Target pod = new Target(target.resource(), target.namespace(), target.name(), "");
    DeleteRequest request =
        DeleteRequest.of(eviction.path("deleteOptions"), write.dryRun()).withBackground();
    Write evicting = request.dryRun() ? write.asDryRun() : write;
    StoredObject stored = updating.require(pod);
    if (!needsNoBudget(stored.object())) {
      spendBudget(pod, stored.object(), evicting);
    }
    deletion.checkPreconditions(pod, request, stored);
    if (evicting.dryRun()) {
      deletion.delete(pod, request, evicting);
      return;
    }
    String version = addCondition(pod, evicting);
    deletion.delete(
        pod, request.resourceVersion() == null ? request : request.at(version), evicting);
  }

  // Pods that have ended, are on their way out or never started do not count.
  private static boolean needsNoBudget(ObjectNode pod) {
    String phase = pod.path("status").path("phase").asString("");
    return phase.equals("Succeeded")
        || phase.equals("Failed")
        || phase.equals("Pending")
        || Metadata.of(pod).isDeleting();
  }

  private void spendBudget(Target pod, ObjectNode object, Write write) {
    List<StoredObject> budgets = new ArrayList<>();
    for (StoredObject budget : parts.store().view().all(BUDGETS)) {
      JsonNode selector = budget.object().path("spec").path("selector");
      if (budget.key().namespace().equals(pod.namespace())
          && LabelSelector.ofObject(selector).matches(object)) {
        budgets.add(budget);
      }
    }
    if (budgets.size() > 1) {
      throw StatusErrors.internalWithoutReason(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
              + " support.");
    }
    if (!budgets.isEmpty()) {
      spend(pod, budgets.get(0), write);
    }
  }

  private void spend(Target pod, StoredObject budget, Write write) {
    JsonNode status = budget.object().path("status");
    String name = budget.key().name();
    if (status.path("observedGeneration").asLong(0) < Metadata.of(budget.object()).generation()) {
      throw StatusErrors.disruptionBudget(
          "Cannot evict pod as it would violate the pod's disruption budget.",
          "The disruption budget " + name + " is still being processed by the server.",
          10);
    }
    long allowed = status.path("disruptionsAllowed").asLong(0);
    if (allowed <= 0) {
      throw StatusErrors.disruptionBudget(
          "Cannot evict pod as it would violate the pod's disruption budget.",
          "The disruption budget "
              + name
              + " needs "
              + status.path("desiredHealthy").asLong(0)
              + " healthy pods and has "
              + status.path("currentHealthy").asLong(0)
              + " currently",
          0);
    }
    if (write.dryRun()) {
      return;
    }
    ObjectNode spent = budget.copy();
    ObjectNode newStatus = spent.withObjectProperty("status");
    newStatus.put("disruptionsAllowed", allowed - 1);
    newStatus.withObjectProperty("disruptedPods").put(pod.name(), write.now().toString());
    parts
        .store()
        .write(budget.key(), budget.version(), version -> Creation.withVersion(spent, version));
  }

  /** Returns the version that the pod has with the condition. */
  private String addCondition(Target pod, Write write) {
    StoredObject stored = updating.require(pod);
    ObjectNode object = stored.copy();
    ArrayNode conditions = object.withObjectProperty("status").withArrayProperty("conditions");
    for (int i = conditions.size() - 1; i >= 0; i--) {
      if (conditions.get(i).path("type").asString("").equals(CONDITION)) {
        conditions.remove(i);
      }
    }
    conditions
        .addObject()
        .put("type", CONDITION)
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", write.now().toString())
        .put("reason", "EvictionByEvictionAPI")
        .put("message", "Eviction API: evicting");
    Result result = updating.commit(pod, object, stored, write, List.of());
    return Metadata.of(result.object()).text("resourceVersion");
  }
}
