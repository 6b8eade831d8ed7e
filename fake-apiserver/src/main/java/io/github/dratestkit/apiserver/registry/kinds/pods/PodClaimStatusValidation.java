package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the status of a pod says of its claims and of the devices in its containers
 * (ValidatePodStatusUpdate, pkg/apis/core/validation, 1.37).
 */
final class PodClaimStatusValidation {

  private static final List<String> HEALTH = List.of("Healthy", "Unhealthy", "Unknown");
  private static final int MESSAGE_LIMIT = 1024;
  private static final List<String> LISTS = List.of("initContainers", "containers");

  private final JsonNode spec;
  private final JsonNode status;
  private final List<FieldError> errors;
  private final Map<String, JsonNode> containers = new LinkedHashMap<>();

  private PodClaimStatusValidation(JsonNode pod, List<FieldError> errors) {
    this.spec = pod.path("spec");
    this.status = pod.path("status");
    this.errors = errors;
    for (String list : LISTS) {
      spec.path(list).forEach(one -> containers.put(one.path("name").asString(""), one));
    }
  }

  static void check(JsonNode pod, List<FieldError> errors) {
    PodClaimStatusValidation check = new PodClaimStatusValidation(pod, errors);
    check.claims();
    if (check.status.path("extendedResourceClaimStatus").isObject()) {
      check.extendedResources(check.status.path("extendedResourceClaimStatus"));
    }
    check.health("containerStatuses", check.spec.path("containers"));
    check.health("initContainerStatuses", check.spec.path("initContainers"));
  }

  private void claims() {
    Set<String> declared = new HashSet<>();
    spec.path("resourceClaims").forEach(claim -> declared.add(claim.path("name").asString("")));
    Set<String> seen = new HashSet<>();
    JsonNode statuses = status.path("resourceClaimStatuses");
    for (int i = 0; i < statuses.size(); i++) {
      String at = "status.resourceClaimStatuses[" + i + "]";
      String name = statuses.get(i).path("name").asString("");
      if (!declared.contains(name)) {
        errors.add(
            FieldError.invalid(
                at + ".name", name, "must match the name of an entry in `spec.resourceClaims`"));
      }
      if (!seen.add(name)) {
        errors.add(FieldError.duplicate(at + ".name", name));
      }
      if (statuses.get(i).path("resourceClaimName").isString()) {
        claimName(statuses.get(i).path("resourceClaimName").stringValue(), at);
      }
    }
  }

  private void claimName(String name, String path) {
    NameRule.DNS_SUBDOMAIN
        .problem(name)
        .ifPresent(
            problem -> errors.add(FieldError.invalid(path + ".resourceClaimName", name, problem)));
  }

  private void extendedResources(JsonNode claim) {
    String path = "status.extendedResourceClaimStatus";
    JsonNode mappings = claim.path("requestMappings");
    if (mappings.isEmpty()) {
      errors.add(FieldError.required(path + ".requestMappings", "at least one is needed"));
    }
    Set<List<String>> seen = new HashSet<>();
    for (int i = 0; i < mappings.size(); i++) {
      String at = path + ".requestMappings[" + i + "]";
      String container = mappings.get(i).path("containerName").asString("");
      String resource = mappings.get(i).path("resourceName").asString("");
      String request = mappings.get(i).path("requestName").asString("");
      JsonNode known = containers.get(container);
      if (known == null) {
        errors.add(
            FieldError.invalid(at + ".containerName", container, "no container has this name"));
      } else if (!known.path("resources").path("requests").has(resource)) {
        errors.add(
            FieldError.invalid(
                at + ".resourceName", resource, "the container does not ask for it"));
      }
      // The real server leaves the index out here.
      NameRule.DNS_LABEL
          .problem(request)
          .ifPresent(
              problem -> errors.add(FieldError.invalid(path + ".requestName", request, problem)));
      if (!seen.add(List.of(container, resource, request))) {
        errors.add(FieldError.duplicate(at + ".containerName", container));
        errors.add(FieldError.duplicate(at + ".resourceName", resource));
        errors.add(FieldError.duplicate(at + ".requestName", request));
      }
    }
    String name = claim.path("resourceClaimName").asString("");
    if (name.isEmpty()) {
      errors.add(FieldError.required(path + ".resourceClaimName", ""));
    } else {
      claimName(name, path);
    }
  }

  private void health(String field, JsonNode known) {
    JsonNode statuses = status.path(field);
    for (int i = 0; i < statuses.size(); i++) {
      JsonNode container = named(known, statuses.get(i).path("name").asString(""));
      JsonNode allocated = statuses.get(i).path("allocatedResourcesStatus");
      for (int j = 0; j < allocated.size(); j++) {
        String at = "status." + field + "[" + i + "].allocatedResourcesStatus[" + j + "]";
        String name = allocated.get(j).path("name").asString("");
        if (!container.isMissingNode() && !hasResource(container, name)) {
          errors.add(FieldError.invalid(at + ".name", name, "the container does not have it"));
        }
        devices(allocated.get(j).path("resources"), at + ".resources");
      }
    }
  }

  private static JsonNode named(JsonNode known, String name) {
    for (JsonNode container : known) {
      if (container.path("name").asString("").equals(name)) {
        return container;
      }
    }
    return known.path("none");
  }

  private boolean hasResource(JsonNode container, String name) {
    if (!name.startsWith("claim:")) {
      return container.path("resources").path("requests").has(name);
    }
    for (JsonNode claim : container.path("resources").path("claims")) {
      String request = claim.path("request").asString("");
      String whole = "claim:" + claim.path("name").asString("");
      if (name.equals(request.isEmpty() ? whole : whole + "/" + request)) {
        return true;
      }
    }
    JsonNode extended = status.path("extendedResourceClaimStatus");
    String claim = "claim:" + extended.path("resourceClaimName").asString("");
    for (JsonNode mapping : extended.path("requestMappings")) {
      boolean same = mapping.path("containerName").equals(container.path("name"));
      if (same && name.equals(claim + "/" + mapping.path("requestName").asString(""))) {
        return true;
      }
    }
    return false;
  }

  private void devices(JsonNode devices, String path) {
    Set<String> seen = new HashSet<>();
    for (int k = 0; k < devices.size(); k++) {
      String at = path + "[" + k + "]";
      String health = devices.get(k).path("health").asString("");
      if (!HEALTH.contains(health)) {
        errors.add(FieldError.notSupported(at + ".health", health, HEALTH));
      }
      JsonNode message = devices.get(k).path("message");
      if (message.isString() && message.stringValue().isEmpty()) {
        errors.add(FieldError.required(at + ".message", "must not be empty if it is there"));
      } else if (message.asString("").length() > MESSAGE_LIMIT) {
        errors.add(FieldError.tooLong(at + ".message", MESSAGE_LIMIT));
      }
      String id = devices.get(k).path("resourceID").asString("");
      if (!seen.add(id)) {
        errors.add(FieldError.duplicate(at + ".resourceID", id));
      }
    }
  }
}
