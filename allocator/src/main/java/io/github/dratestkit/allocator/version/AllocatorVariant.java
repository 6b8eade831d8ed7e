package io.github.dratestkit.allocator.version;

import static io.github.dratestkit.allocator.version.AllocatorFeature.AdminAccess;
import static io.github.dratestkit.allocator.version.AllocatorFeature.ConsumableCapacity;
import static io.github.dratestkit.allocator.version.AllocatorFeature.DeviceBindingAndStatus;
import static io.github.dratestkit.allocator.version.AllocatorFeature.DeviceTaints;
import static io.github.dratestkit.allocator.version.AllocatorFeature.FractionalCapacityRange;
import static io.github.dratestkit.allocator.version.AllocatorFeature.PartitionableDevices;
import static io.github.dratestkit.allocator.version.AllocatorFeature.PrioritizedList;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * One of the three implementations of the allocator that Kubernetes ships. It uses the first one
 * that supports every feature that is on (structured/allocator.go, 1.37).
 */
public enum AllocatorVariant {
  STABLE(EnumSet.of(AdminAccess, PrioritizedList, PartitionableDevices, DeviceTaints)),
  INCUBATING(
      EnumSet.of(
          AdminAccess,
          PrioritizedList,
          PartitionableDevices,
          DeviceTaints,
          DeviceBindingAndStatus,
          ConsumableCapacity,
          FractionalCapacityRange)),
  EXPERIMENTAL(EnumSet.allOf(AllocatorFeature.class));

  private final Set<AllocatorFeature> supported;

  AllocatorVariant(Set<AllocatorFeature> supported) {
    this.supported = supported;
  }

  /** Says whether this variant can be used while {@code features} are on. */
  public boolean supports(Set<AllocatorFeature> features) {
    return supported.containsAll(features);
  }

  /** Returns the variant that Kubernetes uses while {@code features} are on. */
  public static AllocatorVariant of(Set<AllocatorFeature> features) {
    for (AllocatorVariant variant : values()) {
      if (variant.supports(features)) {
        return variant;
      }
    }
    return EXPERIMENTAL;
  }

  /** Returns upstream's name, such as {@code incubating}. */
  public String channel() {
    return name().toLowerCase(Locale.ROOT);
  }
}
