package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The ephemeral containers of a pod: they come by a subresource of their own, and never change or
 * go (validateEphemeralContainers and ValidatePodEphemeralContainersUpdate,
 * pkg/apis/core/validation, 1.37).
 */
final class EphemeralContainers {

  private static final String PATH = "spec.ephemeralContainers";
  private static final List<String> REFUSED =
      List.of(
          "ports",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle",
          "resources",
          "resizePolicy",
          "restartPolicy");

  private EphemeralContainers() {}

  /** Checks those of a pod by themselves. */
  static void check(JsonNode spec, List<FieldError> errors) {
    Set<String> others = new HashSet<>();
    for (String list : List.of("containers", "initContainers")) {
      spec.path(list).forEach(container -> others.add(container.path("name").asString("")));
    }
    Set<String> names = new HashSet<>(others);
    for (int i = 0; i < spec.path("ephemeralContainers").size(); i++) {
      JsonNode container = spec.path("ephemeralContainers").get(i);
      String path = PATH + "[" + i + "]";
      name(container.path("name").asString(""), path + ".name", names, errors);
      if (container.path("image").asString("").isEmpty()) {
        errors.add(FieldError.required(path + ".image", ""));
      }
      String target = container.path("targetContainerName").asString("");
      if (!target.isEmpty() && !others.contains(target)) {
        errors.add(FieldError.notFound(path + ".targetContainerName", target));
      }
      for (String field : REFUSED) {
        if (!container.path(field).isMissingNode() && !container.path(field).isEmpty()) {
          errors.add(
              FieldError.forbidden(
                  path + "." + field, "cannot be set for an Ephemeral Container"));
        }
      }
    }
  }

  private static void name(
      String name, String path, Set<String> names, List<FieldError> errors) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(path, ""));
      return;
    }
    NameRule.DNS_LABEL
        .problem(name)
        .ifPresent(problem -> errors.add(FieldError.invalid(path, name, problem)));
    if (!names.add(name)) {
      errors.add(FieldError.duplicate(path, name));
    }
  }

  /** Checks that those that there were are there as they were. */
  static void checkKept(JsonNode spec, JsonNode before, List<FieldError> errors) {
    for (JsonNode old : before.path("ephemeralContainers")) {
      String name = old.path("name").asString("");
      JsonNode now = null;
      for (JsonNode container : spec.path("ephemeralContainers")) {
        if (container.path("name").asString("").equals(name)) {
          now = container;
        }
      }
      if (now == null || !now.equals(old)) {
        errors.add(
            FieldError.forbidden(
                PATH,
                "existing ephemeral containers \""
                    + name
                    + "\" may not be "
                    + (now == null ? "removed" : "changed")));
      }
    }
  }
}
