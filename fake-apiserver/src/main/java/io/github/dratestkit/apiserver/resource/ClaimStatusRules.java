package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes of a claim's status: allocation, reservations and device statuses. */
final class ClaimStatusRules {

  private static final String PATH = "status";
  private static final int RESERVATIONS_LIMIT = 256;

  private ClaimStatusRules() {}

  static void check(ObjectNode claim, ObjectNode old, Findings findings) {
    JsonNode status = claim.path(PATH);
    JsonNode before = old.path(PATH);
    reservations(status, findings);
    deviceStatuses(status, findings);
    reservedOnlyIfAllocated(claim, status, before, findings);
    allocation(claim, status, before, findings);
  }

  private static void reservations(JsonNode status, Findings findings) {
    List<JsonNode> consumers = Tree.items(status, "reservedFor");
    String path = PATH + ".reservedFor";
    Findings declared = findings.alsoDeclared();
    if (!Lists.fits(consumers, RESERVATIONS_LIMIT, path, declared)) {
      return;
    }
    Lists.each(
        consumers,
        path,
        (consumer, at, found) -> {
          for (String field : List.of("resource", "name", "uid")) {
            if (Tree.text(consumer, field).isEmpty()) {
              found.required(Path.child(at, field), "it says who uses the claim");
            }
          }
        },
        findings);
    Lists.unique(consumers, path, consumer -> Tree.text(consumer, "uid"), declared);
  }

  private static void deviceStatuses(JsonNode status, Findings findings) {
    Set<AllocatedDevice> allocated = AllocatedDevice.allIn(status);
    List<JsonNode> devices = Tree.items(status, "devices");
    String path = PATH + ".devices";
    Lists.each(
        devices,
        path,
        (device, at, found) -> DeviceStatusRules.check(device, allocated, at, found),
        findings);
    Lists.unique(devices, path, AllocatedDevice::of, findings.alsoDeclared());
  }

  private static void reservedOnlyIfAllocated(
      ObjectNode claim, JsonNode status, JsonNode before, Findings findings) {
    List<JsonNode> consumers = Tree.items(status, "reservedFor");
    String path = PATH + ".reservedFor";
    if (consumers.isEmpty()) {
      return;
    }
    if (!Tree.has(status, "allocation")) {
      findings.add(FieldError.forbidden(path, "a claim without allocation serves nobody"));
    } else if (Tree.has(claim.path("metadata"), "deletionTimestamp")) {
      List<JsonNode> added = new ArrayList<>(consumers);
      added.removeAll(Tree.items(before, "reservedFor"));
      if (!added.isEmpty()) {
        findings.add(FieldError.forbidden(path, "a claim that is being deleted serves nobody new"));
      }
    }
  }

  /** An allocation is set once and only ever cleared; what stays the same is not checked again. */
  private static void allocation(
      ObjectNode claim, JsonNode status, JsonNode before, Findings findings) {
    if (!Tree.has(status, "allocation")) {
      return;
    }
    JsonNode allocation = status.path("allocation");
    String path = PATH + ".allocation";
    if (!Tree.has(before, "allocation")) {
      RequestNames names = RequestNames.of(claim.path("spec").path("devices"));
      AllocationRules.check(allocation, names, path, findings);
    } else if (!SemanticEquality.same(allocation, before.path("allocation"))) {
      findings
          .alsoDeclared()
          .add(
              new FieldError(
                  FieldError.Type.INVALID,
                  path,
                  "Invalid value: may be cleared, but not changed once it is set"));
    }
  }
}
