package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The slices of one pool, of which only those of the newest generation count. */
final class TaintedPool {

  /** The name of a pool. */
  record Id(String driver, String pool) {
    static Id of(ResourceSlice slice) {
      return new Id(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
    }
  }

  private final Map<String, ResourceSlice> slices = new LinkedHashMap<>();
  private final Set<String> evicting = new HashSet<>();

  void put(ResourceSlice slice) {
    slices.put(slice.getMetadata().getName(), slice);
    if (evicts(slice)) {
      evicting.add(slice.getMetadata().getName());
    } else {
      evicting.remove(slice.getMetadata().getName());
    }
  }

  void remove(ResourceSlice slice) {
    slices.remove(slice.getMetadata().getName());
    evicting.remove(slice.getMetadata().getName());
  }

  boolean isEmpty() {
    return slices.isEmpty();
  }

  /** Returns the taints by which a device evicts. */
  List<DeviceTaint> evictingTaintsOf(String device) {
    return evicting.isEmpty()
        ? List.of()
        : devices()
            .filter(candidate -> candidate.getName().equals(device))
            .findFirst()
            .map(found -> EvictionTimes.evicting(found.getTaints()))
            .orElse(List.of());
  }

  /** Counts the devices that a rule selects in this pool, which is called {@code id}. */
  long selectedBy(DeviceTaintRule rule, Id id) {
    return devices()
        .filter(device -> RuleSelection.selects(rule, id.driver(), id.pool(), device.getName()))
        .count();
  }

  /** Returns the taints that evict, by device. */
  Map<String, List<DeviceTaint>> evictingTaints() {
    Map<String, List<DeviceTaint>> taints = new LinkedHashMap<>();
    if (evicting.isEmpty()) {
      return taints;
    }
    devices()
        .forEach(
            device -> {
              List<DeviceTaint> own = EvictionTimes.evicting(device.getTaints());
              if (!own.isEmpty()) {
                taints.put(device.getName(), own);
              }
            });
    return taints;
  }

  private Stream<Device> devices() {
    long newest = slices.values().stream().mapToLong(TaintedPool::generationOf).max().orElse(0);
    return slices.values().stream()
        .filter(slice -> generationOf(slice) == newest)
        .flatMap(slice -> slice.getSpec().getDevices().stream());
  }

  private static long generationOf(ResourceSlice slice) {
    return slice.getSpec().getPool().getGeneration();
  }

  private static boolean evicts(ResourceSlice slice) {
    return slice.getSpec().getDevices().stream()
        .anyMatch(device -> !EvictionTimes.evicting(device.getTaints()).isEmpty());
  }
}
