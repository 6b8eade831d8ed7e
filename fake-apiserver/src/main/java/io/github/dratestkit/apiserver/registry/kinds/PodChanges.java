package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What may change in the spec of a pod (ValidatePodUpdate, pkg/apis/core/validation, 1.37). */
final class PodChanges {

  private static final String ALLOWED =
      "pod updates may not change fields other than `spec.containers[*].image`,"
          + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only"
          + " additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to"
          + " be set to 1 if it was previously negative)";

  private PodChanges() {}

  static List<FieldError> check(ObjectNode pod, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = pod.path("spec");
    JsonNode before = old.path("spec");
    if (spec.equals(before)) {
      return errors;
    }
    if (containersDiffer(spec, before, errors) || deadlineGrows(spec, before, errors)) {
      return errors;
    }
    checkTolerations(spec.path("tolerations"), before.path("tolerations"), errors);
    checkGates(spec.path("schedulingGates"), before.path("schedulingGates"), errors);
    boolean gated = !before.path("schedulingGates").isEmpty();
    if (gated) {
      GatedPodChanges.check(spec, before, errors);
    }
    if (!withoutMutable(spec, before).equals(before)) {
      errors.add(FieldError.forbidden("spec", ALLOWED));
    }
    return errors;
  }

  // Says whether there are more or fewer containers, after which nothing more is looked at.
  private static boolean containersDiffer(JsonNode spec, JsonNode before, List<FieldError> errors) {
    for (String list : List.of("containers", "initContainers")) {
      if (spec.path(list).size() != before.path(list).size()) {
        errors.add(
            FieldError.forbidden("spec." + list, "pod updates may not add or remove containers"));
        return true;
      }
      for (int i = 0; i < spec.path(list).size(); i++) {
        String image = spec.path(list).get(i).path("image").asString("");
        if (image.strip().isEmpty()) {
          errors.add(FieldError.required("spec." + list + "[" + i + "].image", ""));
        }
      }
    }
    return false;
  }

  private static boolean deadlineGrows(JsonNode spec, JsonNode before, List<FieldError> errors) {
    JsonNode now = spec.path("activeDeadlineSeconds");
    JsonNode then = before.path("activeDeadlineSeconds");
    String field = "spec.activeDeadlineSeconds";
    if (!now.isNumber()) {
      if (then.isNumber()) {
        errors.add(
            FieldError.invalid(
                field, "null", "must not update from a positive integer to nil value"));
      }
      return false;
    }
    if (now.asLong() < 0 || now.asLong() > Integer.MAX_VALUE) {
      errors.add(
          FieldError.invalid(field, now.asLong(), "must be between 0 and 2147483647, inclusive"));
      return true;
    }
    if (then.isNumber() && now.asLong() > then.asLong()) {
      errors.add(
          FieldError.invalid(field, now.asLong(), "must be less than or equal to previous value"));
      return true;
    }
    return false;
  }

  private static void checkTolerations(JsonNode now, JsonNode before, List<FieldError> errors) {
    Set<JsonNode> present = new HashSet<>();
    now.forEach(toleration -> present.add(withoutSeconds(toleration)));
    for (JsonNode toleration : before) {
      if (!present.contains(withoutSeconds(toleration))) {
        errors.add(
            FieldError.forbidden(
                "spec.tolerations",
                "existing toleration can not be modified except its tolerationSeconds"));
        return;
      }
    }
  }

  private static JsonNode withoutSeconds(JsonNode toleration) {
    ObjectNode copy = ((ObjectNode) toleration).deepCopy();
    copy.remove("tolerationSeconds");
    return copy;
  }

  private static void checkGates(JsonNode now, JsonNode before, List<FieldError> errors) {
    Set<String> known = new HashSet<>();
    before.forEach(gate -> known.add(gate.path("name").asString("")));
    for (int i = 0; i < now.size(); i++) {
      String name = now.get(i).path("name").asString("");
      if (!known.contains(name)) {
        errors.add(
            FieldError.forbidden(
                "spec.schedulingGates",
                "only deletion is allowed, but found new scheduling gate '" + name + "'"));
      }
    }
  }

  // What may change is set back; anything that differs then must not have changed.
  private static JsonNode withoutMutable(JsonNode spec, JsonNode before) {
    ObjectNode copy = ((ObjectNode) spec).deepCopy();
    for (String list : List.of("containers", "initContainers")) {
      if (copy.get(list) instanceof ArrayNode containers) {
        for (int i = 0; i < containers.size(); i++) {
          JsonNode image = before.path(list).path(i).get("image");
          if (image != null) {
            ((ObjectNode) containers.get(i)).set("image", image);
          }
        }
      }
    }
    List<String> mutable =
        new ArrayList<>(List.of("activeDeadlineSeconds", "tolerations", "schedulingGates"));
    if (before.path("terminationGracePeriodSeconds").asLong(0) < 0
        && spec.path("terminationGracePeriodSeconds").asLong(0) == 1) {
      mutable.add("terminationGracePeriodSeconds");
    }
    // Where a gated pod may run may still be narrowed.
    if (!before.path("schedulingGates").isEmpty()) {
      mutable.add("nodeSelector");
      sameNodeAffinity(copy, before);
    }
    for (String field : mutable) {
      JsonNode value = before.get(field);
      if (value == null) {
        copy.remove(field);
      } else {
        copy.set(field, value);
      }
    }
    return copy;
  }

  // Only the part of the affinity that is about nodes.
  private static void sameNodeAffinity(ObjectNode spec, JsonNode before) {
    JsonNode old = before.path("affinity").get("nodeAffinity");
    if (old != null) {
      spec.withObjectProperty("affinity").set("nodeAffinity", old);
    } else if (spec.get("affinity") instanceof ObjectNode affinity) {
      affinity.remove("nodeAffinity");
      if (affinity.isEmpty() && !before.has("affinity")) {
        spec.remove("affinity");
      }
    }
  }
}
