package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import tools.jackson.databind.JsonNode;

/** What one rule of a role allows (plugin/pkg/auth/authorizer/rbac, 1.37). */
final class PolicyRules {

  private PolicyRules() {}

  /** Says whether a rule allows something. */
  static boolean allows(JsonNode rule, AccessRequest request) {
    if (!has(rule.path("verbs"), request.verb())) {
      return false;
    }
    if (request instanceof AccessRequest.OfResource resource) {
      Access access = resource.access();
      return has(rule.path("apiGroups"), access.group())
          && hasResource(rule.path("resources"), resource)
          && hasName(rule.path("resourceNames"), access.name());
    }
    return hasPath(rule.path("nonResourceURLs"), ((AccessRequest.OfPath) request).path());
  }

  /** Says whether a list has a value or the star that stands for all. */
  static boolean has(JsonNode values, String value) {
    return contains(values, "*") || contains(values, value);
  }

  static boolean contains(JsonNode values, String value) {
    for (JsonNode candidate : values) {
      if (candidate.asString("").equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasResource(JsonNode values, AccessRequest.OfResource request) {
    String subresource = request.access().subresource();
    return has(values, request.resource())
        || !subresource.isEmpty() && contains(values, "*/" + subresource);
  }

  private static boolean hasName(JsonNode names, String name) {
    return names.isEmpty() || contains(names, name);
  }

  private static boolean hasPath(JsonNode paths, String path) {
    for (JsonNode candidate : paths) {
      if (covers(candidate.asString(""), path)) {
        return true;
      }
    }
    return false;
  }

  /** Says whether a path, or everything that begins like it, includes another. */
  static boolean covers(String pattern, String path) {
    return pattern.equals(path)
        || pattern.endsWith("*") && path.startsWith(pattern.substring(0, pattern.length() - 1));
  }
}
