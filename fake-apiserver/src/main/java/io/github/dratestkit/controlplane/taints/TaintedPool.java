package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The slices of one pool, of which only those of the newest generation count. */
final class TaintedPool {

  /** The name of a pool. */
  record Id(String driver, String pool) {
    static Id of(ResourceSlice slice) {
      return new Id(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
    }
  }

  private final Map<String, ResourceSlice> slices = new LinkedHashMap<>();

  void put(ResourceSlice slice) {
    slices.put(slice.getMetadata().getName(), slice);
  }

  void remove(ResourceSlice slice) {
    slices.remove(slice.getMetadata().getName());
  }

  boolean isEmpty() {
    return slices.isEmpty();
  }

  Optional<Device> device(String name) {
    return devices().stream().filter(device -> device.getName().equals(name)).findFirst();
  }

  Collection<Device> devices() {
    long newest =
        slices.values().stream()
            .mapToLong(slice -> slice.getSpec().getPool().getGeneration())
            .max()
            .orElse(0);
    List<Device> devices = new ArrayList<>();
    for (ResourceSlice slice : slices.values()) {
      if (slice.getSpec().getPool().getGeneration() == newest) {
        devices.addAll(slice.getSpec().getDevices());
      }
    }
    return devices;
  }

  /** Returns the taints that evict, by device. */
  Map<String, List<DeviceTaint>> evictingTaints() {
    Map<String, List<DeviceTaint>> taints = new LinkedHashMap<>();
    for (Device device : devices()) {
      List<DeviceTaint> evicting = EvictionTimes.evicting(device.getTaints());
      if (!evicting.isEmpty()) {
        taints.put(device.getName(), evicting);
      }
    }
    return taints;
  }
}
