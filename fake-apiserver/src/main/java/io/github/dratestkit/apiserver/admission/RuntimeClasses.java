package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives pods the overhead and the scheduling of their runtime class (plugin RuntimeClass, 1.37).
 */
final class RuntimeClasses implements AdmissionPlugin {

  private static final GroupResource CLASSES = new GroupResource("node.k8s.io", "runtimeclasses");

  @Override
  public void admitCreate(Target target, ObjectNode pod, WriteContext context) {
    if (!Pods.isPod(target)) {
      return;
    }
    ObjectNode spec = pod.withObjectProperty("spec");
    String name = spec.path("runtimeClassName").asString("");
    Optional<ObjectNode> found =
        name.isEmpty() ? Optional.empty() : context.find(CLASSES, "", name);
    if (!name.isEmpty() && found.isEmpty()) {
      throw refusal(target, pod, "pod rejected: RuntimeClass \"" + name + "\" not found");
    }
    found.ifPresent(runtimeClass -> schedule(target, pod, spec, runtimeClass));
    found.ifPresent(runtimeClass -> charge(target, pod, spec, runtimeClass));
  }

  @Override
  public void validateCreate(Target target, ObjectNode pod, WriteContext context) {
    if (!Pods.isPod(target)) {
      return;
    }
    JsonNode overhead = pod.path("spec").path("overhead");
    String name = pod.path("spec").path("runtimeClassName").asString("");
    boolean allowed =
        !name.isEmpty()
            && context
                .find(CLASSES, "", name)
                .filter(runtimeClass -> runtimeClass.path("overhead").isObject())
                .isPresent();
    if (!overhead.isEmpty() && !allowed) {
      throw refusal(
          target,
          pod,
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  }

  private static void charge(
      Target target, ObjectNode pod, ObjectNode spec, ObjectNode runtimeClass) {
    JsonNode fixed = runtimeClass.path("overhead").path("podFixed");
    if (!runtimeClass.path("overhead").isObject()) {
      return;
    }
    if (spec.path("overhead").isEmpty()) {
      spec.set("overhead", fixed.deepCopy());
      return;
    }
    Map<String, Quantity> told = Amounts.of(spec.path("overhead"));
    if (!told.equals(Amounts.of(fixed))) {
      throw refusal(
          target,
          pod,
          "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
  }

  private static void schedule(
      Target target, ObjectNode pod, ObjectNode spec, ObjectNode runtimeClass) {
    JsonNode scheduling = runtimeClass.path("scheduling");
    for (Map.Entry<String, JsonNode> label : scheduling.path("nodeSelector").properties()) {
      ObjectNode selector = spec.withObjectProperty("nodeSelector");
      String asked = selector.path(label.getKey()).asString("");
      String wanted = label.getValue().asString("");
      if (selector.has(label.getKey()) && !asked.equals(wanted)) {
        throw refusal(
            target,
            pod,
            "conflict: runtimeClass.scheduling.nodeSelector["
                + label.getKey()
                + "] = "
                + wanted
                + "; pod.spec.nodeSelector["
                + label.getKey()
                + "] = "
                + asked);
      }
      selector.put(label.getKey(), wanted);
    }
    for (JsonNode toleration : scheduling.path("tolerations")) {
      tolerate(spec.withArrayProperty("tolerations"), toleration);
    }
  }

  private static void tolerate(ArrayNode tolerations, JsonNode added) {
    for (JsonNode present : tolerations) {
      if (present.equals(added)) {
        return;
      }
    }
    tolerations.add(added.deepCopy());
  }

  private static StatusException refusal(Target target, ObjectNode pod, String message) {
    return StatusErrors.forbidden(
        target.resource().resource(), pod.path("metadata").path("name").asString(""), message);
  }
}
