package io.github.dratestkit.apiserver.resource;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the API fills in, in the version of the request (defaults.go of each version, 1.37). */
final class Defaults {

  private static final int POOL_LIMIT = 100;

  private Defaults() {}

  /** Fills in the spec of a claim of a version. */
  static void claimSpec(JsonNode spec, String version) {
    for (ObjectNode request : Tree.objects(spec.path("devices"), "requests")) {
      if (version.equals("v1beta1")) {
        tolerations(request);
        if (!Tree.text(request, "deviceClassName").isEmpty()) {
          modeAndCount(request);
        }
      } else if (request.path("exactly") instanceof ObjectNode exact) {
        tolerations(exact);
        modeAndCount(exact);
      }
      for (ObjectNode alternative : Tree.objects(request, "firstAvailable")) {
        tolerations(alternative);
        modeAndCount(alternative);
      }
    }
  }

  /** Fills in the status of a claim. */
  static void claimStatus(JsonNode status) {
    Tree.objects(status.path("allocation").path("devices"), "results")
        .forEach(Defaults::tolerations);
  }

  /** Fills in a slice of a version. */
  static void slice(ObjectNode slice, String version, Instant now) {
    for (ObjectNode device : Tree.objects(slice.path("spec"), "devices")) {
      JsonNode body = version.equals("v1beta1") ? device.path("basic") : device;
      Tree.objects(body, "taints").forEach(taint -> timeAdded(taint, now));
    }
  }

  /** Fills in a device taint rule. */
  static void taintRule(ObjectNode rule, Instant now) {
    timeAdded(Tree.child(Tree.child(rule, "spec"), "taint"), now);
  }

  /** Fills in a pool status request. */
  static void poolStatusRequest(ObjectNode request) {
    ObjectNode spec = Tree.child(request, "spec");
    if (!Tree.has(spec, "limit")) {
      spec.put("limit", POOL_LIMIT);
    }
  }

  private static void tolerations(ObjectNode owner) {
    for (ObjectNode toleration : Tree.objects(owner, "tolerations")) {
      if (Tree.text(toleration, "operator").isEmpty()) {
        toleration.put("operator", "Equal");
      }
    }
  }

  private static void modeAndCount(ObjectNode request) {
    if (Tree.text(request, "allocationMode").isEmpty()) {
      request.put("allocationMode", "ExactCount");
    }
    if (Tree.text(request, "allocationMode").equals("ExactCount")
        && Tree.number(request, "count") == 0) {
      request.put("count", 1);
    }
  }

  private static void timeAdded(ObjectNode taint, Instant now) {
    if (!Tree.has(taint, "timeAdded")) {
      taint.put("timeAdded", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }
}
