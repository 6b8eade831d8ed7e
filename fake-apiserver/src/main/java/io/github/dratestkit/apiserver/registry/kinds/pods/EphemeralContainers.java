package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The ephemeral containers of a pod: they come by a subresource of their own, and never change or
 * go (ValidatePodEphemeralContainersUpdate, pkg/apis/core/validation, 1.37).
 */
final class EphemeralContainers {

  private static final String PATH = "spec.ephemeralContainers";

  private EphemeralContainers() {}

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
