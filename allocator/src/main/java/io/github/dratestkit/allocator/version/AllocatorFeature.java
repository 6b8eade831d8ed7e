package io.github.dratestkit.allocator.version;

/**
 * A feature of the structured allocator, by upstream's own names (Features in
 * dynamic-resource-allocation/structured, 1.37).
 */
public enum AllocatorFeature {
  AdminAccess("DRAAdminAccess"),
  CompatibilityGroups("DRADeviceCompatibilityGroups"),
  ConsumableCapacity("DRAConsumableCapacity"),
  DerivedAttributes("DRADerivedAttributes"),
  /** On only together with DRAResourceClaimDeviceStatus. */
  DeviceBindingAndStatus("DRADeviceBindingConditions"),
  DeviceTaints("DRADeviceTaints"),
  FractionalCapacityRange("DRAFractionalCapacityRange"),
  ListTypeAttributes("DRAListTypeAttributes"),
  OptionalNodeOperations("DRAOptionalNodeOperations"),
  PartitionableDevices("DRAPartitionableDevices"),
  PrioritizedList("DRAPrioritizedList");

  private final String gate;

  AllocatorFeature(String gate) {
    this.gate = gate;
  }

  /** Returns the name of the feature gate that switches this feature. */
  public String gate() {
    return gate;
  }
}
