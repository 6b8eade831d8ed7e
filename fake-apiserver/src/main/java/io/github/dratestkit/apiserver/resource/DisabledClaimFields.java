package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes fields out of claims that belong to a gate that is off, unless the stored object uses the
 * feature already (pkg/api/resourceclaimspec/util.go and the claim strategy, 1.37).
 */
final class DisabledClaimFields {

  private final FeatureSet features;

  DisabledClaimFields(FeatureSet features) {
    this.features = features;
  }

  /** Drops from a claim's spec; {@code old} is the stored spec, missing on create. */
  void dropFromSpec(JsonNode spec, JsonNode old) {
    JsonNode devices = spec.path("devices");
    JsonNode before = old.path("devices");
    if (isUnused("DRAPrioritizedList", before, DisabledClaimFields::hasAlternatives)) {
      Tree.objects(devices, "requests").forEach(request -> request.remove("firstAvailable"));
    }
    dropFromRequests("DRADeviceTaints", "tolerations", devices, before);
    if (isUnused("DRAAdminAccess", before, one -> exactHas(one, "adminAccess"))) {
      for (JsonNode request : Tree.items(devices, "requests")) {
        remove(request.path("exactly"), "adminAccess");
      }
    }
    if (isUnused("DRAConsumableCapacity", before, DisabledClaimFields::usesCapacity)) {
      Tree.objects(devices, "constraints")
          .forEach(constraint -> constraint.remove("distinctAttribute"));
      everyRequest(devices).forEach(request -> remove(request, "capacity"));
    }
    dropFromRequests("DRADerivedAttributes", "derivedAttributes", devices, before);
  }

  /** Drops from a claim's status; {@code old} is the stored claim. */
  void dropFromStatus(ObjectNode claim, ObjectNode old) {
    JsonNode status = claim.path("status");
    JsonNode before = old.path("status");
    if (isUnused("DRAResourceClaimDeviceStatus", before, one -> isFilled(one, "devices"))) {
      remove(status, "devices");
    }
    boolean admin = exactHas(old.path("spec").path("devices"), "adminAccess");
    if (!admin && isUnused("DRAAdminAccess", before, one -> resultHas(one, "adminAccess"))) {
      results(status).forEach(result -> remove(result, "adminAccess"));
    }
    if (!usesCapacity(old.path("spec").path("devices"))
        && isUnused("DRAConsumableCapacity", before, DisabledClaimFields::statusUsesCapacity)) {
      results(status).forEach(result -> remove(result, "shareID", "consumedCapacity"));
      Tree.items(status, "devices").forEach(device -> remove(device, "shareID"));
    }
    if (isUnused(
        "DRADeviceBindingConditions",
        before,
        one -> resultHas(one, "bindingConditions") || resultHas(one, "bindingFailureConditions"))) {
      results(status)
          .forEach(result -> remove(result, "bindingConditions", "bindingFailureConditions"));
    }
    if (isUnused(
        "DRAOptionalNodeOperations",
        before,
        one -> results(one).stream().anyMatch(result -> isFilled(result, "skipNodeOperations")))) {
      results(status).forEach(result -> remove(result, "skipNodeOperations"));
    }
  }

  private void dropFromRequests(String gate, String field, JsonNode devices, JsonNode before) {
    if (isUnused(
        gate,
        before,
        one -> everyRequest(one).stream().anyMatch(request -> isFilled(request, field)))) {
      everyRequest(devices).forEach(request -> remove(request, field));
    }
  }

  private boolean isUnused(String gate, JsonNode before, Predicate<JsonNode> uses) {
    return !features.enabled(gate) && !uses.test(before);
  }

  private static boolean hasAlternatives(JsonNode devices) {
    return Tree.items(devices, "requests").stream()
        .anyMatch(request -> isFilled(request, "firstAvailable"));
  }

  private static boolean exactHas(JsonNode devices, String field) {
    return Tree.items(devices, "requests").stream()
        .anyMatch(request -> Tree.has(request.path("exactly"), field));
  }

  private static boolean usesCapacity(JsonNode devices) {
    return Tree.items(devices, "constraints").stream()
            .anyMatch(constraint -> Tree.has(constraint, "distinctAttribute"))
        || everyRequest(devices).stream().anyMatch(request -> Tree.has(request, "capacity"));
  }

  private static boolean statusUsesCapacity(JsonNode status) {
    return resultHas(status, "shareID")
        || resultHas(status, "consumedCapacity")
        || Tree.items(status, "devices").stream().anyMatch(device -> Tree.has(device, "shareID"));
  }

  private static boolean resultHas(JsonNode status, String field) {
    return results(status).stream().anyMatch(result -> Tree.has(result, field));
  }

  private static List<JsonNode> results(JsonNode status) {
    return Tree.items(status.path("allocation").path("devices"), "results");
  }

  /** Returns the exact requests and the alternatives. */
  private static List<JsonNode> everyRequest(JsonNode devices) {
    return Tree.items(devices, "requests").stream()
        .<JsonNode>mapMulti(
            (request, all) -> {
              all.accept(request.path("exactly"));
              Tree.items(request, "firstAvailable").forEach(all);
            })
        .toList();
  }

  private static boolean isFilled(JsonNode object, String list) {
    return !Tree.items(object, list).isEmpty();
  }

  private static void remove(JsonNode object, String... fields) {
    if (object instanceof ObjectNode changed) {
      changed.remove(List.of(fields));
    }
  }
}
