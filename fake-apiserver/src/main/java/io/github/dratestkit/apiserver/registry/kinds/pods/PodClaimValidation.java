package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** How a pod names resource claims, and how its containers refer to those names. */
final class PodClaimValidation {

  private PodClaimValidation() {}

  /** Checks {@code spec.resourceClaims} and returns the names. */
  static Set<String> claims(JsonNode claims, String path, List<FieldError> errors) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < claims.size(); i++) {
      JsonNode claim = claims.get(i);
      String at = path + ".resourceClaims[" + i + "]";
      String name = claim.path("name").asString("");
      if (name.isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      } else if (!names.add(name)) {
        errors.add(FieldError.duplicate(at + ".name", name));
      } else {
        NameRule.DNS_LABEL
            .problem(name)
            .ifPresent(problem -> errors.add(FieldError.invalid(at + ".name", name, problem)));
      }
      source(claim, at, errors);
    }
    return names;
  }

  private static void source(JsonNode claim, String at, List<FieldError> errors) {
    boolean direct = isSet(claim, "resourceClaimName");
    boolean template = isSet(claim, "resourceClaimTemplateName");
    boolean group = isSet(claim, "podGroupResourceClaim");
    if (direct && template) {
      errors.add(
          FieldError.invalid(
              at,
              claim,
              "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be"
                  + " specified"));
    }
    if (!direct && !template && !group) {
      errors.add(
          FieldError.invalid(
              at, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    }
    for (String field : List.of("resourceClaimName", "resourceClaimTemplateName")) {
      if (isSet(claim, field)) {
        String name = claim.path(field).asString("");
        NameRule.DNS_SUBDOMAIN
            .problem(name)
            .ifPresent(problem -> errors.add(FieldError.invalid(at + "." + field, name, problem)));
      }
    }
  }

  private static boolean isSet(JsonNode claim, String field) {
    return claim.has(field) && !claim.get(field).isNull();
  }

  /** Checks {@code resources.claims} of a container against the names of its pod. */
  static void references(
      JsonNode references, Set<String> known, String path, List<FieldError> errors) {
    Set<String> whole = new LinkedHashSet<>();
    Set<String> parts = new LinkedHashSet<>();
    for (int i = 0; i < references.size(); i++) {
      String name = references.get(i).path("name").asString("");
      String request = references.get(i).path("request").asString("");
      String at = path + "[" + i + "]";
      if (name.isEmpty()) {
        errors.add(FieldError.required(at, ""));
        continue;
      }
      if (!request.isEmpty() && !whole.contains(name)) {
        NameRule.DNS_LABEL
            .problem(request)
            .ifPresent(
                problem -> errors.add(FieldError.invalid(at + ".request", request, problem)));
      }
      String key = request.isEmpty() ? name : name + "/" + request;
      boolean again =
          request.isEmpty()
              ? !whole.add(name) || parts.stream().anyMatch(part -> part.startsWith(name + "/"))
              : whole.contains(name) || !parts.add(key);
      if (again) {
        boolean coveredByWhole = !request.isEmpty() && whole.contains(name);
        errors.add(FieldError.duplicate(at, coveredByWhole ? name : key));
      }
      if (!known.contains(name)) {
        errors.add(FieldError.notFound(at, name));
      }
    }
  }
}
