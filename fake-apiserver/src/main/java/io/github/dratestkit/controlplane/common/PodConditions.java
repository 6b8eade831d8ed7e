package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.github.dratestkit.apiserver.client.Patch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a condition into the status of a pod by a strategic merge patch, as Kubernetes' own
 * components do: the uid guards against a pod of the same name, and the order of the conditions is
 * given, for otherwise a new one would come first.
 */
public final class PodConditions {

  private PodConditions() {}

  /** Returns a condition of a pod. */
  public static Optional<PodCondition> find(Pod pod, String type) {
    return all(pod).stream().filter(condition -> type.equals(condition.getType())).findFirst();
  }

  /** Returns a condition without times. */
  public static PodCondition condition(String type, String status, String reason, String message) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    condition.setMessage(message);
    return condition;
  }

  /** Returns the patch by which a pod is told, before it is deleted, who drives it out and why. */
  public static Patch disruption(Pod pod, String reason, String message, Instant now) {
    ObjectNode body = patch(pod);
    put(body, pod, condition("DisruptionTarget", "True", reason, message), now);
    return new Patch.Strategic(body.toString());
  }

  /** Returns the body of a patch that changes nothing yet; more may be put into its status. */
  public static ObjectNode patch(Pod pod) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", pod.getMetadata().getUid());
    body.putObject("status");
    return body;
  }

  /**
   * Puts a condition into the status of a patch. The time of its last transition is kept if the
   * status stays the same.
   */
  public static void put(ObjectNode patch, Pod pod, PodCondition condition, Instant now) {
    ObjectNode status = (ObjectNode) patch.get("status");
    ArrayNode order = status.putArray("$setElementOrder/conditions");
    all(pod).forEach(known -> order.addObject().put("type", known.getType()));
    Optional<PodCondition> before = find(pod, condition.getType());
    if (before.isEmpty()) {
      order.addObject().put("type", condition.getType());
    }
    ObjectNode json = status.putArray("conditions").addObject();
    json.put("type", condition.getType());
    json.put("status", condition.getStatus());
    json.put("reason", condition.getReason());
    json.put("message", condition.getMessage());
    json.putNull("lastProbeTime");
    json.put("lastTransitionTime", transition(condition, before, now));
    if (condition.getObservedGeneration() != null) {
      json.put("observedGeneration", condition.getObservedGeneration());
    }
  }

  private static String transition(
      PodCondition condition, Optional<PodCondition> before, Instant now) {
    return before
        .filter(known -> condition.getStatus().equals(known.getStatus()))
        .map(PodCondition::getLastTransitionTime)
        .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static List<PodCondition> all(Pod pod) {
    return pod.getStatus() == null ? List.of() : pod.getStatus().getConditions();
  }
}
