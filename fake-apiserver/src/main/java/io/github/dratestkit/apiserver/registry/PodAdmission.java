package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What admission adds to new pods (plugins Priority and DefaultTolerationSeconds, 1.37): their
 * priority, and five minutes on a node that is not ready or cannot be reached.
 */
final class PodAdmission {

  private static final GroupResource CLASSES =
      new GroupResource("scheduling.k8s.io", "priorityclasses");
  private static final List<String> TROUBLES =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  private static final int SECONDS = 300;

  private PodAdmission() {}

  static void admit(Target target, ObjectNode pod, Write write) {
    ObjectNode spec = pod.withObjectProperty("spec");
    setPriority(target, pod, spec, write);
    TROUBLES.forEach(key -> tolerate(spec, key));
  }

  private static void setPriority(Target target, ObjectNode pod, ObjectNode spec, Write write) {
    String name = spec.path("priorityClassName").asString("");
    @Nullable ObjectNode priorityClass = null;
    if (!name.isEmpty()) {
      priorityClass =
          write
              .find(CLASSES, "", name)
              .orElseThrow(
                  () -> refusal(target, pod, "no PriorityClass with name " + name + " was found"));
    } else {
      priorityClass = defaultClass(write).orElse(null);
    }
    int priority = priorityClass == null ? 0 : priorityClass.path("value").asInt(0);
    String preemption =
        priorityClass == null
            ? "PreemptLowerPriority"
            : priorityClass.path("preemptionPolicy").asString("PreemptLowerPriority");
    if (spec.path("priority").isNumber() && spec.path("priority").asInt() != priority) {
      throw refusal(
          target,
          pod,
          "the integer value of priority ("
              + spec.path("priority").asInt()
              + ") must not be provided in pod spec; priority admission controller computed "
              + priority
              + " from the given PriorityClass name");
    }
    String asked = spec.path("preemptionPolicy").asString("");
    if (!asked.isEmpty() && !asked.equals(preemption)) {
      throw refusal(
          target,
          pod,
          "the string value of PreemptionPolicy ("
              + asked
              + ") must not be provided in pod spec; priority admission controller computed "
              + preemption
              + " from the given PriorityClass name");
    }
    if (name.isEmpty() && priorityClass != null) {
      spec.put("priorityClassName", Metadata.of(priorityClass).name());
    }
    spec.put("priority", priority);
    spec.put("preemptionPolicy", preemption);
  }

  // Of several default classes the lowest counts.
  private static Optional<ObjectNode> defaultClass(Write write) {
    ObjectNode lowest = null;
    for (ObjectNode candidate : write.all(CLASSES)) {
      boolean lower =
          lowest == null || candidate.path("value").asInt(0) < lowest.path("value").asInt(0);
      if (candidate.path("globalDefault").asBoolean(false) && lower) {
        lowest = candidate;
      }
    }
    return Optional.ofNullable(lowest);
  }

  private static StatusException refusal(Target target, ObjectNode pod, String message) {
    return StatusErrors.forbidden(target.resource().resource(), Metadata.of(pod).name(), message);
  }

  private static void tolerate(ObjectNode spec, String key) {
    for (JsonNode toleration : spec.path("tolerations")) {
      String tolerated = toleration.path("key").asString("");
      String effect = toleration.path("effect").asString("");
      if ((tolerated.equals(key) || tolerated.isEmpty())
          && (effect.equals("NoExecute") || effect.isEmpty())) {
        return;
      }
    }
    spec.withArrayProperty("tolerations")
        .addObject()
        .put("key", key)
        .put("operator", "Exists")
        .put("effect", "NoExecute")
        .put("tolerationSeconds", SECONDS);
  }
}
