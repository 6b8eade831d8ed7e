package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives new pods the priority of their class, and groups of pods, too (plugin Priority, 1.37). What
 * such a priority does to others only pods have, unless the gate PodGroupPreemptionPolicy is on.
 */
final class PodPriority implements AdmissionPlugin {

  private static final GroupResource CLASSES =
      new GroupResource("scheduling.k8s.io", "priorityclasses");
  private static final Set<GroupResource> GROUPS =
      Set.of(
          new GroupResource("scheduling.k8s.io", "podgroups"),
          new GroupResource("scheduling.k8s.io", "compositepodgroups"));

  @Override
  public void admitCreate(Target target, ObjectNode pod, WriteContext context) {
    boolean isGroup =
        GROUPS.contains(target.resource().resource()) && target.subresource().isEmpty();
    if (Pods.isPod(target) || isGroup) {
      boolean preempts = !isGroup || context.features().enabled("PodGroupPreemptionPolicy");
      admit(target, pod, pod.withObjectProperty("spec"), preempts, context);
    }
  }

  @Override
  public void admitUpdate(Target target, ObjectNode pod, ObjectNode old, WriteContext context) {
    if (!Pods.isPod(target)) {
      return;
    }
    ObjectNode spec = pod.withObjectProperty("spec");
    for (String field : List.of("priority", "preemptionPolicy")) {
      var before = old.path("spec").get(field);
      boolean unset = !spec.has(field) || spec.get(field).isNull();
      if (unset && before != null) {
        spec.set(field, before);
      }
    }
  }

  private static void admit(
      Target target, ObjectNode pod, ObjectNode spec, boolean preempts, WriteContext context) {
    String name = spec.path("priorityClassName").asString("");
    @Nullable ObjectNode priorityClass =
        name.isEmpty()
            ? defaultClass(context).orElse(null)
            : context
                .find(CLASSES, "", name)
                .orElseThrow(
                    () ->
                        refusal(target, pod, "no PriorityClass with name " + name + " was found"));
    int priority = priorityClass == null ? 0 : priorityClass.path("value").asInt(0);
    String preemption =
        priorityClass == null
            ? "PreemptLowerPriority"
            : priorityClass.path("preemptionPolicy").asString("PreemptLowerPriority");
    check(target, pod, priority, preempts ? preemption : "");
    if (name.isEmpty() && priorityClass != null) {
      spec.put("priorityClassName", priorityClass.path("metadata").path("name").asString(""));
    }
    spec.put("priority", priority);
    if (preempts) {
      spec.put("preemptionPolicy", preemption);
    }
  }

  private static void check(Target target, ObjectNode pod, int priority, String preemption) {
    var spec = pod.path("spec");
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
    if (!asked.isEmpty() && !preemption.isEmpty() && !asked.equals(preemption)) {
      throw refusal(
          target,
          pod,
          "the string value of PreemptionPolicy ("
              + asked
              + ") must not be provided in pod spec; priority admission controller computed "
              + preemption
              + " from the given PriorityClass name");
    }
  }

  // Of several default classes the lowest counts.
  private static Optional<ObjectNode> defaultClass(WriteContext context) {
    ObjectNode lowest = null;
    for (ObjectNode candidate : context.all(CLASSES)) {
      boolean lower =
          lowest == null || candidate.path("value").asInt(0) < lowest.path("value").asInt(0);
      if (candidate.path("globalDefault").asBoolean(false) && lower) {
        lowest = candidate;
      }
    }
    return Optional.ofNullable(lowest);
  }

  private static StatusException refusal(Target target, ObjectNode pod, String message) {
    return StatusErrors.forbidden(
        target.resource().resource(), pod.path("metadata").path("name").asString(""), message);
  }
}
