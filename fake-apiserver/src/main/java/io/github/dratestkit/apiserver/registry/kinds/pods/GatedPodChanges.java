package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * How the place of a pod that is not scheduled yet may be narrowed (validateNodeSelectorMutation
 * and validateNodeAffinityMutation, pkg/apis/core/validation, 1.37).
 */
final class GatedPodChanges {

  private static final String NODE_AFFINITY = "spec.affinity.nodeAffinity";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private GatedPodChanges() {}

  static void check(JsonNode spec, JsonNode before, List<FieldError> errors) {
    JsonNode selector = spec.path("nodeSelector");
    for (Map.Entry<String, JsonNode> label : before.path("nodeSelector").properties()) {
      if (!label.getValue().equals(selector.get(label.getKey()))) {
        errors.add(
            FieldError.invalid("spec.nodeSelector", selector, "only additions to it are allowed"));
        break;
      }
    }
    JsonNode old = before.path("affinity").path("nodeAffinity").path(REQUIRED);
    JsonNode now = spec.path("affinity").path("nodeAffinity").path(REQUIRED);
    if (!old.isObject() || old.equals(now)) {
      return;
    }
    String path = NODE_AFFINITY + "." + REQUIRED;
    JsonNode oldTerms = old.path("nodeSelectorTerms");
    JsonNode terms = now.path("nodeSelectorTerms");
    if (!oldTerms.isEmpty() && terms.size() != oldTerms.size()) {
      errors.add(
          FieldError.invalid(path + ".nodeSelectorTerms", terms, "no terms are added or removed"));
      return;
    }
    for (int i = 0; i < oldTerms.size(); i++) {
      terms(oldTerms.get(i), terms.get(i), path + ".nodeSelectorTerms[" + i + "]", errors);
    }
  }

  private static void terms(JsonNode old, JsonNode now, String path, List<FieldError> errors) {
    if (old.isEmpty() && !now.isEmpty()) {
      errors.add(FieldError.invalid(path, now, "an empty term stays empty"));
      return;
    }
    boolean kept =
        contains(now.path("matchExpressions"), old.path("matchExpressions"))
            && contains(now.path("matchFields"), old.path("matchFields"));
    if (!kept) {
      errors.add(FieldError.invalid(path, now, "only additions are allowed"));
    }
  }

  private static boolean contains(JsonNode now, JsonNode old) {
    for (int i = 0; i < old.size(); i++) {
      if (!old.get(i).equals(now.path(i))) {
        return false;
      }
    }
    return true;
  }
}
