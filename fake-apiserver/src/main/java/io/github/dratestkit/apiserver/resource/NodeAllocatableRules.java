package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Resources of the node that a device stands for: cpu, memory and huge pages. */
final class NodeAllocatableRules {

  private NodeAllocatableRules() {}

  static void check(JsonNode device, String path, Findings findings) {
    for (var entry : Tree.entries(device, "nodeAllocatableResources")) {
      String at = Path.key(path, entry.getKey());
      if (!isAllocatable(entry.getKey())) {
        findings.invalid(at, entry.getKey(), "must be cpu, memory or hugepages-SIZE");
      }
      resource(entry.getValue(), device.path("capacity"), at, findings);
    }
  }

  private static boolean isAllocatable(String name) {
    return name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
  }

  private static void resource(
      JsonNode resource, JsonNode capacities, String path, Findings findings) {
    boolean mapping = Tree.has(resource, "mapping");
    boolean overhead = Tree.has(resource, "overhead");
    if (!mapping && !overhead) {
      findings.required(path, "at least one of mapping and overhead");
    }
    if (mapping) {
      mapping(resource.path("mapping"), capacities, path + ".mapping", findings);
    }
    if (overhead) {
      overhead(resource.path("overhead"), path + ".overhead", findings);
    }
  }

  private static void mapping(
      JsonNode mapping, JsonNode capacities, String path, Findings findings) {
    boolean byCapacity = Tree.has(mapping, "capacityKey");
    Optional<Amount> multiplier = Amount.in(mapping, "capacityMultiplier");
    if (byCapacity) {
      capacityKey(Tree.text(mapping, "capacityKey"), capacities, path + ".capacityKey", findings);
      if (multiplier.isEmpty()) {
        findings.required(path + ".capacityMultiplier", "it belongs to capacityKey");
      } else {
        positive(multiplier.get(), path + ".capacityMultiplier", findings);
      }
    }
    Amount.in(mapping, "deviceMultiplier")
        .ifPresent(amount -> positive(amount, path + ".deviceMultiplier", findings));
    if (multiplier.isPresent() && !byCapacity) {
      findings.required(path + ".capacityKey", "it belongs to capacityMultiplier");
    }
  }

  private static void capacityKey(String key, JsonNode capacities, String path, Findings findings) {
    if (key.isEmpty()) {
      findings.invalid(path, "", "must be the name of a capacity of the device");
    } else if (!Tree.has(capacities, key)) {
      findings.add(FieldError.notFound(path, key));
    }
  }

  private static void overhead(JsonNode overhead, String path, Findings findings) {
    Optional<Amount> perPod = Amount.in(overhead, "perPod");
    Optional<Amount> perContainer = Amount.in(overhead, "perContainer");
    if (perPod.isEmpty() && perContainer.isEmpty()) {
      findings.invalid(path, "", "at least one of perPod and perContainer");
    }
    perPod.ifPresent(amount -> notNegative(amount, path + ".perPod", findings));
    perContainer.ifPresent(amount -> notNegative(amount, path + ".perContainer", findings));
  }

  private static void positive(Amount amount, String path, Findings findings) {
    if (amount.sign() <= 0) {
      findings.invalid(path, amount.text(), "must be greater than zero");
    }
  }

  private static void notNegative(Amount amount, String path, Findings findings) {
    if (amount.sign() < 0) {
      findings.invalid(path, amount.text(), "must not be negative");
    }
  }
}
