package io.github.dratestkit.controlplane.poolstatus;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.PartitionTypeStatus;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a pool by type: how many there are of each, and how many of each alone would
 * still fit into the counters (semantics §6.8).
 */
final class PartitionTypes {

  private static final int MOST_TYPES = 32;

  private record Type(String attribute, String value) implements Comparable<Type> {
    @Override
    public int compareTo(Type other) {
      int order = attribute.compareTo(other.attribute);
      return order != 0 ? order : value.compareTo(other.value);
    }
  }

  private final String pool;
  private final List<ResourceSlice> slices;
  private final Map<Type, List<Device>> byType = new TreeMap<>();
  private @Nullable String problem;

  /**
   * Sorts the partitions of a pool.
   *
   * @param otherwise the attribute to go by if no slice names one; may be null
   */
  PartitionTypes(
      String driver, String pool, List<ResourceSlice> slices, @Nullable String otherwise) {
    this.pool = driver + "/" + pool;
    this.slices = slices;
    boolean named =
        slices.stream().anyMatch(slice -> slice.getSpec().getPartitionTypeAttribute() != null);
    for (ResourceSlice slice : slices) {
      String attribute = named ? slice.getSpec().getPartitionTypeAttribute() : otherwise;
      if (attribute != null) {
        slice.getSpec().getDevices().stream()
            .filter(device -> !device.getConsumesCounters().isEmpty())
            .forEach(device -> sort(driver, attribute, device));
      }
    }
    byType.forEach(this::compareCosts);
    if (byType.size() > MOST_TYPES) {
      problem =
          "PartitionSummaryOverCap: pool %s has %d partition types, more than %d"
              .formatted(this.pool, byType.size(), MOST_TYPES);
    }
  }

  /** Returns what is wrong with the partitions, or null. */
  @Nullable String problem() {
    return problem;
  }

  /** Returns the types, or nothing if something is wrong. */
  List<PartitionTypeStatus> summary(Set<String> allocated) {
    if (problem != null) {
      return List.of();
    }
    List<PartitionTypeStatus> summary = new ArrayList<>();
    byType.forEach(
        (type, devices) -> {
          PartitionTypeStatus status = new PartitionTypeStatus();
          status.setAttribute(type.attribute());
          status.setType(type.value());
          status.setTotal(devices.size());
          status.setAllocatable(allocatable(devices, allocated));
          summary.add(status);
        });
    return summary;
  }

  private void sort(String driver, String attribute, Device device) {
    String own =
        attribute.startsWith(driver + "/") ? attribute.substring(driver.length() + 1) : attribute;
    DeviceAttribute value =
        device.getAttributes().getOrDefault(attribute, device.getAttributes().get(own));
    if (value == null || value.getString() == null) {
      problem =
          "PartitionTypeMissing: device %s in pool %s has no attribute %s"
              .formatted(device.getName(), pool, attribute);
      return;
    }
    byType
        .computeIfAbsent(new Type(attribute, value.getString()), type -> new ArrayList<>())
        .add(device);
  }

  private void compareCosts(Type type, List<Device> devices) {
    Map<String, Quantity> first = costOf(devices.get(0));
    if (devices.stream().anyMatch(device -> !costOf(device).equals(first))) {
      problem =
          "PartitionCostMismatch: devices of partition type \"%s\" in pool %s consume different counters"
              .formatted(type.value(), pool);
    }
  }

  private int allocatable(List<Device> devices, Set<String> allocated) {
    Map<String, Quantity> left = new HashMap<>();
    for (ResourceSlice slice : slices) {
      for (CounterSet set : slice.getSpec().getSharedCounters()) {
        set.getCounters()
            .forEach(
                (name, counter) ->
                    left.put(
                        set.getName() + "/" + name,
                        Quantity.decode(counter.getValue().toString())));
      }
    }
    slices.stream()
        .flatMap(slice -> slice.getSpec().getDevices().stream())
        .filter(device -> allocated.contains(device.getName()))
        .forEach(device -> draw(left, device));
    int count = 0;
    for (Device device : devices) {
      if (!allocated.contains(device.getName()) && fits(left, device)) {
        draw(left, device);
        count++;
      }
    }
    return count;
  }

  private static boolean fits(Map<String, Quantity> left, Device device) {
    return costOf(device).entrySet().stream()
        .allMatch(
            cost ->
                left.containsKey(cost.getKey())
                    && left.get(cost.getKey()).compareTo(cost.getValue()) >= 0);
  }

  private static void draw(Map<String, Quantity> left, Device device) {
    costOf(device)
        .forEach(
            (name, amount) -> left.computeIfPresent(name, (key, rest) -> rest.subtract(amount)));
  }

  private static Map<String, Quantity> costOf(Device device) {
    Map<String, Quantity> cost = new TreeMap<>();
    for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
      consumption
          .getCounters()
          .forEach(
              (name, counter) ->
                  cost.put(
                      consumption.getCounterSet() + "/" + name,
                      Quantity.decode(Objects.requireNonNull(counter.getValue()).toString())));
    }
    return cost;
  }
}
