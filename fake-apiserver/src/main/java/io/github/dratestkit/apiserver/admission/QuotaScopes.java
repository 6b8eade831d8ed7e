package io.github.dratestkit.apiserver.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which pods a quota with scopes is about (pkg/quota/v1/evaluator/core/pods.go, 1.37). */
final class QuotaScopes {

  private static final List<String> TERMS =
      List.of(
          "requiredDuringSchedulingIgnoredDuringExecution",
          "preferredDuringSchedulingIgnoredDuringExecution");

  private QuotaScopes() {}

  /** Returns the scopes of a quota, each as what its selector would say. */
  static List<JsonNode> of(JsonNode quota) {
    List<JsonNode> scopes = new ArrayList<>();
    for (JsonNode scope : quota.path("spec").path("scopes")) {
      ObjectNode selector = ((ObjectNode) quota).objectNode();
      scopes.add(selector.put("scopeName", scope.asString("")).put("operator", "Exists"));
    }
    quota.path("spec").path("scopeSelector").path("matchExpressions").forEach(scopes::add);
    return scopes;
  }

  /** Says whether a pod is within all of them. */
  static boolean match(List<JsonNode> scopes, JsonNode pod) {
    return scopes.stream().allMatch(scope -> matches(scope, pod));
  }

  private static boolean matches(JsonNode scope, JsonNode pod) {
    JsonNode spec = pod.path("spec");
    boolean ends = spec.path("activeDeadlineSeconds").asLong(-1) >= 0;
    boolean bestEffort = pod.path("status").path("qosClass").asString("").equals("BestEffort");
    return switch (scope.path("scopeName").asString("")) {
      case "Terminating" -> ends;
      case "NotTerminating" -> !ends;
      case "BestEffort" -> bestEffort;
      case "NotBestEffort" -> !bestEffort;
      case "PriorityClass" -> priority(scope, spec.path("priorityClassName").asString(""));
      case "CrossNamespacePodAffinity" -> crosses(spec.path("affinity"));
      default -> false;
    };
  }

  private static boolean priority(JsonNode scope, String name) {
    boolean listed = false;
    for (JsonNode value : scope.path("values")) {
      listed |= value.asString("").equals(name);
    }
    return switch (scope.path("operator").asString("")) {
      case "In" -> !name.isEmpty() && listed;
      case "NotIn" -> name.isEmpty() || !listed;
      case "Exists" -> !name.isEmpty();
      case "DoesNotExist" -> name.isEmpty();
      default -> false;
    };
  }

  private static boolean crosses(JsonNode affinity) {
    for (String kind : Set.of("podAffinity", "podAntiAffinity")) {
      for (String terms : TERMS) {
        for (JsonNode entry : affinity.path(kind).path(terms)) {
          JsonNode term = entry.has("podAffinityTerm") ? entry.path("podAffinityTerm") : entry;
          if (!term.path("namespaces").isEmpty() || term.path("namespaceSelector").isObject()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Returns the names of what a pod must say for each container where a quota limits it. */
  static Map<String, List<String>> missing(Set<String> required, JsonNode pod) {
    Map<String, List<String>> missing = new java.util.TreeMap<>();
    for (String list : List.of("containers", "initContainers")) {
      for (JsonNode container : pod.path("spec").path(list)) {
        JsonNode resources = container.path("resources");
        Map<String, io.github.dratestkit.allocator.value.Quantity> told = new java.util.TreeMap<>();
        QuotaUsage.compute(
            Amounts.of(resources.path("requests")), Amounts.of(resources.path("limits")), told);
        for (String name : required) {
          if (!told.containsKey(name)) {
            missing
                .computeIfAbsent(name, key -> new ArrayList<>())
                .add(container.path("name").asString(""));
          }
        }
      }
    }
    return missing;
  }
}
