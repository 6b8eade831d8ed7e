package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import tools.jackson.databind.JsonNode;

/** One device of a slice. */
final class DeviceRules {

  private static final int PROPERTIES_LIMIT = 32;
  private static final int VALUES_LIMIT = 48;

  private final CapacityRules capacities;

  DeviceRules(FeatureSet features) {
    this.capacities = new CapacityRules(features);
  }

  /**
   * Checks a device.
   *
   * @param old the stored device of the same name, or missing; its capacities and taints are
   *     trusted if nothing in them changes
   * @param perDevice whether devices of the slice name their nodes themselves
   */
  void check(JsonNode device, JsonNode old, boolean perDevice, String path, Findings findings) {
    Formats.dnsLabel(Tree.text(device, "name"), path + ".name", findings);
    size(device, path, findings);
    Lists.map(
        device,
        "attributes",
        path + ".attributes",
        Formats.QUALIFIED_NAME_LIMIT,
        Formats::qualifiedName,
        AttributeRules::check,
        findings);
    if (hasChanged(device, old, "capacity")) {
      capacities.check(device, path + ".capacity", findings);
    }
    if (hasChanged(device, old, "taints")) {
      TaintRules.ofDevice(device, path, findings);
    }
    CounterRules.consumption(device, path + ".consumesCounters", findings);
    NodeSelectionRules.ofDevice(device, perDevice, path, findings);
    BindingConditionRules.check(device, path, findings);
    NodeAllocatableRules.check(device, path + ".nodeAllocatableResources", findings);
  }

  private static void size(JsonNode device, String path, Findings findings) {
    int properties = device.path("attributes").size() + device.path("capacity").size();
    if (properties > PROPERTIES_LIMIT) {
      findings.invalid(
          path,
          properties,
          "attributes and capacities together are limited to " + PROPERTIES_LIMIT);
    }
    int values = 0;
    for (var attribute : Tree.entries(device, "attributes")) {
      values += AttributeRules.numberOfValues(attribute.getValue());
    }
    if (values > VALUES_LIMIT) {
      findings.invalid(
          path, values, "all values of attributes together are limited to " + VALUES_LIMIT);
    }
  }

  private static boolean hasChanged(JsonNode device, JsonNode old, String field) {
    return old.isMissingNode() || !SemanticEquality.same(device.path(field), old.path(field));
  }
}
