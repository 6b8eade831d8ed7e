package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which pods and volume claims a quota with scopes is about (pkg/quota/v1/evaluator/core, 1.37). It
 * is about nothing else.
 */
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

  /** Says whether an object is within all of them, or there are none. */
  static boolean match(List<JsonNode> scopes, GroupResource resource, JsonNode object) {
    return scopes.stream()
        .allMatch(
            scope ->
                switch (resource.toString()) {
                  case "pods" -> matches(scope, object);
                  case "persistentvolumeclaims" -> matchesClaim(scope, object);
                  default -> false;
                });
  }

  // What it asks for, has, and is about to get: any of them will do.
  private static boolean matchesClaim(JsonNode scope, JsonNode claim) {
    if (!scope.path("scopeName").asString("").equals("VolumeAttributesClass")) {
      return false;
    }
    JsonNode status = claim.path("status");
    List<String> names =
        Stream.of(
                claim.path("spec").path("volumeAttributesClassName"),
                status.path("currentVolumeAttributesClassName"),
                status.path("modifyVolumeStatus").path("targetVolumeAttributesClassName"))
            .map(name -> name.asString(""))
            .filter(name -> !name.isEmpty())
            .toList();
    return names.isEmpty() ? named(scope, "") : names.stream().anyMatch(name -> named(scope, name));
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
      case "PriorityClass" -> named(scope, spec.path("priorityClassName").asString(""));
      case "CrossNamespacePodAffinity" -> crosses(spec.path("affinity"));
      default -> false;
    };
  }

  private static boolean named(JsonNode scope, String name) {
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
