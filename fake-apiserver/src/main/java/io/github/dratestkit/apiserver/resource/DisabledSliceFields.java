package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes fields out of slices that belong to a gate that is off, unless the stored slice uses the
 * feature already (the slice strategy, 1.37). An attribute that loses its list has no value left.
 */
final class DisabledSliceFields {

  private static final List<String> NODE_FIELDS = List.of("nodeName", "nodeSelector", "allNodes");

  private final FeatureSet features;

  DisabledSliceFields(FeatureSet features) {
    this.features = features;
  }

  /** Drops from {@code spec}; {@code old} is the stored spec, missing on create. */
  void drop(ObjectNode spec, JsonNode old) {
    List<ObjectNode> devices = Tree.objects(spec, "devices");
    if (isUnused("DRADeviceTaints", old, anyDevice(device -> isFilled(device, "taints")))) {
      devices.forEach(device -> device.remove("taints"));
    }
    if (isUnused("DRAPartitionableDevices", old, DisabledSliceFields::isPartitionable)) {
      spec.remove(List.of("sharedCounters", "perDeviceNodeSelection"));
      devices.forEach(device -> device.remove("consumesCounters"));
      devices.forEach(device -> device.remove(NODE_FIELDS));
    }
    boolean bindingConditions =
        features.enabled("DRADeviceBindingConditions")
            && features.enabled("DRAResourceClaimDeviceStatus");
    if (!bindingConditions && !anyDevice(DisabledSliceFields::hasBindingConditions).test(old)) {
      devices.forEach(
          device ->
              device.remove(
                  List.of("bindingConditions", "bindingFailureConditions", "bindsToNode")));
    }
    if (isUnused("DRAConsumableCapacity", old, anyDevice(DisabledSliceFields::isShared))) {
      devices.forEach(DisabledSliceFields::dropSharing);
    }
    if (isUnused("DRADeviceCompatibilityGroups", old, anyDevice(DisabledSliceFields::hasGroups))) {
      devices.forEach(
          device ->
              Tree.objects(device, "consumesCounters")
                  .forEach(consumption -> consumption.remove("compatibilityGroups")));
    }
    if (isUnused(
        "DRANodeAllocatableResources",
        old,
        anyDevice(device -> !device.path("nodeAllocatableResources").isEmpty()))) {
      devices.forEach(device -> device.remove("nodeAllocatableResources"));
    }
    if (isUnused("DRAListTypeAttributes", old, anyDevice(DisabledSliceFields::hasLists))) {
      devices.forEach(DisabledSliceFields::dropLists);
    }
    if (isUnused(
        "DRAPartitionableDevicesType", old, one -> Tree.has(one, "partitionTypeAttribute"))) {
      spec.remove("partitionTypeAttribute");
    }
    if (isUnused("DRAOptionalNodeOperations", old, one -> isFilled(one, "skipNodeOperations"))) {
      spec.remove("skipNodeOperations");
    }
  }

  private boolean isUnused(String gate, JsonNode old, Predicate<JsonNode> uses) {
    return !features.enabled(gate) && !uses.test(old);
  }

  private static Predicate<JsonNode> anyDevice(Predicate<JsonNode> uses) {
    return spec -> Tree.items(spec, "devices").stream().anyMatch(uses);
  }

  private static boolean isFilled(JsonNode object, String list) {
    return !Tree.items(object, list).isEmpty();
  }

  private static boolean isPartitionable(JsonNode spec) {
    return isFilled(spec, "sharedCounters")
        || Tree.has(spec, "perDeviceNodeSelection")
        || anyDevice(
                device ->
                    isFilled(device, "consumesCounters")
                        || NODE_FIELDS.stream().anyMatch(field -> Tree.has(device, field)))
            .test(spec);
  }

  private static boolean hasBindingConditions(JsonNode device) {
    return isFilled(device, "bindingConditions")
        || isFilled(device, "bindingFailureConditions")
        || Tree.has(device, "bindsToNode");
  }

  private static boolean isShared(JsonNode device) {
    if (Tree.has(device, "allowMultipleAllocations")) {
      return true;
    }
    for (var capacity : Tree.entries(device, "capacity")) {
      if (Tree.has(capacity.getValue(), "requestPolicy")) {
        return true;
      }
    }
    return false;
  }

  private static void dropSharing(ObjectNode device) {
    device.remove("allowMultipleAllocations");
    for (var capacity : Tree.entries(device, "capacity")) {
      if (capacity.getValue() instanceof ObjectNode changed) {
        changed.remove("requestPolicy");
      }
    }
  }

  private static boolean hasGroups(JsonNode device) {
    return Tree.items(device, "consumesCounters").stream()
        .anyMatch(consumption -> isFilled(consumption, "compatibilityGroups"));
  }

  private static boolean hasLists(JsonNode device) {
    for (var attribute : Tree.entries(device, "attributes")) {
      if (AttributeRules.LISTS.stream().anyMatch(field -> Tree.has(attribute.getValue(), field))) {
        return true;
      }
    }
    return false;
  }

  private static void dropLists(ObjectNode device) {
    for (var attribute : Tree.entries(device, "attributes")) {
      if (attribute.getValue() instanceof ObjectNode changed) {
        changed.remove(AttributeRules.LISTS);
      }
    }
  }
}
