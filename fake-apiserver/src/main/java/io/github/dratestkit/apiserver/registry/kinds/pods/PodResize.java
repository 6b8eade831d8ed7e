package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a resize may change of a pod: cpu and memory of its containers, but not its class of service
 * (ValidatePodResize, pkg/apis/core/validation, 1.37).
 */
final class PodResize {

  private static final List<String> LISTS = List.of("containers", "initContainers");
  private static final List<String> AMOUNTS = List.of("requests", "limits");

  private PodResize() {}

  static void check(JsonNode spec, JsonNode before, List<FieldError> errors) {
    if (!PodDefaults.qualityOfService(spec).equals(PodDefaults.qualityOfService(before))) {
      errors.add(
          FieldError.invalid(
              "spec",
              PodDefaults.qualityOfService(before),
              "Pod QOS Class may not change as a result of resizing"));
    }
    for (String list : LISTS) {
      if (spec.path(list).size() != before.path(list).size()) {
        errors.add(
            FieldError.forbidden(
                "spec." + list, "containers may not be added or removed on resize"));
        return;
      }
    }
    ObjectNode rest = ((ObjectNode) spec).deepCopy();
    for (String list : LISTS) {
      for (int i = 0; i < spec.path(list).size(); i++) {
        String path = "spec." + list + "[" + i + "].resources.";
        JsonNode old = before.path(list).get(i);
        checkKept(spec.path(list).get(i), old, path, errors);
        setBack((ObjectNode) rest.path(list).get(i), old);
      }
    }
    if (!rest.equals(before)) {
      errors.add(FieldError.forbidden("spec", "only cpu and memory resources are mutable"));
    }
  }

  private static void checkKept(
      JsonNode container, JsonNode old, String path, List<FieldError> errors) {
    for (String amounts : AMOUNTS) {
      JsonNode now = container.path("resources").path(amounts);
      for (String name : old.path("resources").path(amounts).propertyNames()) {
        if (!now.has(name)) {
          errors.add(
              FieldError.forbidden(path + amounts, "resource " + amounts + " cannot be removed"));
          break;
        }
      }
    }
  }

  private static void setBack(ObjectNode container, JsonNode old) {
    ObjectNode resources = container.withObjectProperty("resources");
    for (String amounts : AMOUNTS) {
      JsonNode before = old.path("resources").path(amounts);
      ObjectNode now = resources.withObjectProperty(amounts);
      for (String name : List.of("cpu", "memory")) {
        Optional.ofNullable(before.get(name))
            .ifPresentOrElse(value -> now.set(name, value), () -> now.remove(name));
      }
      if (now.isEmpty() && !old.path("resources").has(amounts)) {
        resources.remove(amounts);
      }
    }
  }
}
