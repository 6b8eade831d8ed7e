package io.github.dratestkit.allocator.version;

import java.util.List;
import java.util.Map;

/**
 * Which gates need which others ({@code pkg/features/kube_features.go}, 1.37). A component refuses
 * to start when a gate is on and one that it needs is off.
 */
final class FeatureGateDependencies {

  private static final String WORKLOAD = "GenericWorkload";

  private static final Map<String, List<String>> NEEDS =
      Map.ofEntries(
          Map.entry("DRADeviceBindingConditions", List.of("DRAResourceClaimDeviceStatus")),
          Map.entry(
              "DRAResourceClaimGranularStatusAuthorization",
              List.of("DRAResourceClaimDeviceStatus")),
          Map.entry("DRADeviceCompatibilityGroups", List.of("DRAPartitionableDevices")),
          Map.entry(
              "DRAPartitionableDevicesType",
              List.of("DRAPartitionableDevices", "DRAResourcePoolStatus")),
          Map.entry("DRADeviceTaintRules", List.of("DRADeviceTaints")),
          Map.entry("DRAFractionalCapacityRange", List.of("DRAConsumableCapacity")),
          Map.entry("DRAOptionalNodeOperations", List.of("NodeDeclaredFeatures")),
          Map.entry("DRAWorkloadResourceClaims", List.of(WORKLOAD)),
          Map.entry("TopologyAwareWorkloadScheduling", List.of(WORKLOAD)),
          Map.entry("PodGroupPreemptionPolicy", List.of(WORKLOAD)),
          Map.entry("WorkloadWithJob", List.of(WORKLOAD)),
          Map.entry("CompositePodGroup", List.of(WORKLOAD, "TopologyAwareWorkloadScheduling")),
          Map.entry("ResourceHealthStatusMessage", List.of("ResourceHealthStatus")));

  private FeatureGateDependencies() {}

  static void check(Map<String, Boolean> gates) {
    gates.forEach(
        (name, enabled) -> {
          if (enabled) {
            needs(name).forEach(needed -> require(gates, name, needed));
          }
        });
  }

  private static List<String> needs(String name) {
    if (NEEDS.containsKey(name)) {
      return NEEDS.get(name);
    }
    return name.startsWith("DRA") ? List.of("DynamicResourceAllocation") : List.of();
  }

  private static void require(Map<String, Boolean> gates, String name, String needed) {
    // A gate that this version does not know yet cannot be needed.
    if (Boolean.FALSE.equals(gates.get(needed))) {
      throw new FeatureGateException(
          "feature gate " + name + " needs " + needed + ", which is off: switch both on or off");
    }
  }
}
