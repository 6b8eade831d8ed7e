package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the status of a pod says of the CPU and memory that its devices bring: what each entry must
 * hold (validateNodeAllocatableResourceClaimStatus, pkg/apis/core/validation, 1.37), and what its
 * fields declare (k8s.io/api/core/v1, 1.37), which is not asked again of what has not changed.
 */
final class PodAllocatableValidation {

  private static final String FIELD = "nodeAllocatableResourceClaimStatuses";
  private static final String CLAIM = "resourceClaimName";
  private static final List<String> MAPPED = List.of("quantity");
  private static final List<String> OVERHEAD = List.of("perPod", "perContainer");

  private final List<FieldError> errors;

  private PodAllocatableValidation(List<FieldError> errors) {
    this.errors = errors;
  }

  static void check(JsonNode pod, JsonNode old, List<FieldError> errors) {
    PodAllocatableValidation check = new PodAllocatableValidation(errors);
    JsonNode statuses = pod.path("status").path(FIELD);
    check.written(pod, statuses);
    check.declared(statuses, old.path("status").path(FIELD));
  }

  private void written(JsonNode pod, JsonNode statuses) {
    Set<String> known = new HashSet<>();
    pod.path("spec").path("resourceClaims").forEach(claim -> known.add(text(claim, CLAIM)));
    pod.path("status")
        .path("resourceClaimStatuses")
        .forEach(claim -> known.add(text(claim, CLAIM)));
    for (int i = 0; i < statuses.size(); i++) {
      String at = "status." + FIELD + "[" + i + "]";
      String name = text(statuses.get(i), CLAIM);
      if (name.isEmpty()) {
        continue;
      }
      if (!known.contains(name)) {
        errors.add(FieldError.invalid(at + "." + CLAIM, name, "the pod does not use this claim"));
      }
      amounts(statuses.get(i).path("mapping"), at + ".mapping", MAPPED);
      JsonNode overhead = statuses.get(i).path("overhead");
      for (int j = 0; j < overhead.size(); j++) {
        JsonNode item = overhead.get(j);
        if (OVERHEAD.stream().noneMatch(item::hasNonNull)) {
          errors.add(
              FieldError.invalid(at + ".overhead[" + j + "]", "", "one amount must be there"));
        }
      }
      amounts(overhead, at + ".overhead", OVERHEAD);
    }
  }

  private void amounts(JsonNode items, String path, List<String> fields) {
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "]";
      String name = text(items.get(i), "name");
      if (!ResourceNames.isNodeAllocatable(name)) {
        errors.add(
            FieldError.invalid(at + ".name", name, "must be a resource that nodes allocate"));
      }
      for (String field : fields) {
        String amount = items.get(i).path(field).asString("0");
        if (Quantity.parse(amount).sign() < 0) {
          errors.add(FieldError.invalid(at + "." + field, amount, "must be non-negative"));
        }
      }
    }
  }

  private void declared(JsonNode statuses, JsonNode old) {
    if (statuses.equals(old)) {
      return;
    }
    String path = "status." + FIELD;
    unique(statuses, path, CLAIM);
    for (int i = 0; i < statuses.size(); i++) {
      JsonNode before = of(old, CLAIM, text(statuses.get(i), CLAIM));
      if (!statuses.get(i).equals(before)) {
        declaredOne(statuses.get(i), before, path + "[" + i + "]");
      }
    }
  }

  private void declaredOne(JsonNode status, JsonNode old, String path) {
    if (text(status, CLAIM).isEmpty()) {
      errors.add(FieldError.required(path + "." + CLAIM, ""));
    }
    JsonNode containers = status.path("containers");
    Set<JsonNode> seen = new HashSet<>();
    for (int i = 0; i < containers.size() && !containers.equals(old.path("containers")); i++) {
      if (!seen.add(containers.get(i))) {
        errors.add(
            FieldError.duplicate(path + ".containers[" + i + "]", containers.get(i).asString("")));
      }
    }
    resources(status.path("mapping"), old.path("mapping"), path + ".mapping", MAPPED);
    resources(status.path("overhead"), old.path("overhead"), path + ".overhead", List.of());
  }

  private void resources(JsonNode items, JsonNode old, String path, List<String> required) {
    if (items.equals(old)) {
      return;
    }
    unique(items, path, "name");
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      if (item.equals(of(old, "name", text(item, "name")))) {
        continue;
      }
      if (text(item, "name").isEmpty()) {
        errors.add(FieldError.required(path + "[" + i + "].name", ""));
      }
      for (String field : required) {
        if (!item.hasNonNull(field)) {
          errors.add(FieldError.required(path + "[" + i + "]." + field, ""));
        }
      }
    }
  }

  private void unique(JsonNode items, String path, String key) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String value = text(items.get(i), key);
      if (!seen.add(value)) {
        errors.add(FieldError.duplicate(path + "[" + i + "]", value));
      }
    }
  }

  private static JsonNode of(JsonNode items, String key, String value) {
    for (JsonNode item : items) {
      if (text(item, key).equals(value)) {
        return item;
      }
    }
    return items.path("none");
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asString("");
  }
}
