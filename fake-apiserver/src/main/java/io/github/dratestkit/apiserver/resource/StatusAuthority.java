package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.registry.WriteContext.Permission;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who may write which part of a claim's status (KEP-4817, gate
 * DRAResourceClaimGranularStatusAuthorization): whoever binds needs {@code resourceclaims/binding}
 * in the whole cluster, whoever reports on devices needs {@code resourceclaims/driver} for each
 * driver. Neither is an endpoint. A denial is an error of the field, not of the request.
 */
final class StatusAuthority {

  private static final String GROUP = "resource.k8s.io";
  private static final String CLAIMS = "resourceclaims";
  private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

  private StatusAuthority() {}

  static void check(ObjectNode claim, ObjectNode old, WriteContext context, Findings findings) {
    JsonNode status = claim.path("status");
    JsonNode before = old.path("status");
    if (differs(status, before, "allocation") || differs(status, before, "reservedFor")) {
      binding(context, findings);
    }
    if (context.features().enabled("DRAResourceClaimDeviceStatus")
        && Tree.has(status, "allocation")) {
      for (String driver : changedDrivers(status, before)) {
        driver(driver, claim, context, findings);
      }
    }
  }

  private static boolean differs(JsonNode status, JsonNode before, String field) {
    return !SemanticEquality.same(status.path(field), before.path(field));
  }

  private static void binding(WriteContext context, Findings findings) {
    Permission permission =
        context.mayAlso(new Access(context.verb(), GROUP, CLAIMS, "binding", "", ""));
    if (!permission.allowed()) {
      findings.add(
          FieldError.forbidden(
              "status.allocation",
              "changing status.allocation or status.reservedFor requires"
                  + " resource=\"resourceclaims/binding\", verb=\""
                  + context.verb()
                  + "\" permission: resourceclaims.resource.k8s.io is forbidden: "
                  + permission.reason()));
    }
  }

  private static void driver(
      String driver, ObjectNode claim, WriteContext context, Findings findings) {
    String namespace = Tree.text(claim.path("metadata"), "namespace");
    String verb = context.verb();
    List<String> verbs =
        isOnAllocatedNode(claim, context)
            ? List.of("associated-node:" + verb, "arbitrary-node:" + verb)
            : List.of("arbitrary-node:" + verb);
    Optional<String> firstReason = Optional.empty();
    for (String one : verbs) {
      Permission permission =
          context.mayAlso(new Access(one, GROUP, CLAIMS, "driver", namespace, driver));
      if (permission.allowed()) {
        return;
      }
      if (firstReason.isEmpty()) {
        firstReason = Optional.of(permission.reason());
      }
    }
    findings.add(
        FieldError.forbidden(
            "status.devices",
            "changing status.devices requires resource=\"resourceclaims/driver\", verb=\"["
                + String.join(" ", verbs)
                + "]\" permission: resourceclaims.resource.k8s.io \""
                + driver
                + "\" is forbidden: "
                + firstReason.orElse("")));
  }

  private static SortedSet<String> changedDrivers(JsonNode status, JsonNode before) {
    Map<AllocatedDevice, JsonNode> old = new HashMap<>();
    Tree.items(before, "devices").forEach(device -> old.put(AllocatedDevice.of(device), device));
    SortedSet<String> drivers = new TreeSet<>();
    for (JsonNode device : Tree.items(status, "devices")) {
      JsonNode previous = old.remove(AllocatedDevice.of(device));
      if (previous == null || !SemanticEquality.same(device, previous)) {
        drivers.add(Tree.text(device, "driver"));
      }
    }
    old.keySet().forEach(removed -> drivers.add(removed.driver()));
    return drivers;
  }

  /** Says whether the caller is a service account of a pod on the node of the allocation. */
  private static boolean isOnAllocatedNode(ObjectNode claim, WriteContext context) {
    Optional<String> node = context.caller().nodeName();
    return node.isPresent()
        && context.caller().user().startsWith(SERVICE_ACCOUNT)
        && NameRule.DNS_SUBDOMAIN.problem(node.get()).isEmpty()
        && allocatedNode(claim).equals(node);
  }

  private static Optional<String> allocatedNode(ObjectNode claim) {
    JsonNode selector = claim.path("status").path("allocation").path("nodeSelector");
    List<JsonNode> terms = Tree.items(selector, "nodeSelectorTerms");
    if (terms.size() != 1 || !Tree.items(terms.get(0), "matchExpressions").isEmpty()) {
      return Optional.empty();
    }
    List<JsonNode> fields = Tree.items(terms.get(0), "matchFields");
    if (fields.size() != 1) {
      return Optional.empty();
    }
    JsonNode field = fields.get(0);
    List<String> names = Tree.texts(field, "values");
    return Tree.text(field, "key").equals("metadata.name")
            && Tree.text(field, "operator").equals("In")
            && names.size() == 1
        ? Optional.of(names.get(0))
        : Optional.empty();
  }
}
