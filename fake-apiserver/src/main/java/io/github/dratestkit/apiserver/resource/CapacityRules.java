package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.status.FieldError;
import tools.jackson.databind.JsonNode;

/** Capacities of a device. The value may be any quantity, even a negative one. */
final class CapacityRules {

  private final RequestPolicyRules policies;

  CapacityRules(FeatureSet features) {
    this.policies = new RequestPolicyRules(features.enabled("DRAFractionalCapacityRange"));
  }

  void check(JsonNode device, String path, Findings findings) {
    boolean shared = Tree.isTrue(device, "allowMultipleAllocations");
    Lists.map(
        device,
        "capacity",
        path,
        Formats.QUALIFIED_NAME_LIMIT,
        Formats::qualifiedName,
        (capacity, at, found) -> {
          if (!Tree.has(capacity, "requestPolicy")) {
            return;
          }
          if (shared) {
            policies.check(capacity, at + ".requestPolicy", found);
          } else {
            found.add(
                FieldError.forbidden(
                    at + ".requestPolicy",
                    "only devices with allowMultipleAllocations have request policies"));
          }
        },
        findings);
  }
}
