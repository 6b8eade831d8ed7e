package io.github.dratestkit.controlplane.poolstatus;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.PoolStatus;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the devices of one pool, from its slices of the newest generation. A device that only
 * administrators use is not counted as allocated, one under a taint that keeps pods off is
 * unavailable, be it allocated or not (semantics §6.8).
 */
final class PoolCounts {

  private final String driver;
  private final String pool;
  private final List<ResourceSlice> slices;

  PoolCounts(List<ResourceSlice> newest) {
    this.slices = List.copyOf(newest);
    this.driver = newest.get(0).getSpec().getDriver();
    this.pool = newest.get(0).getSpec().getPool().getName();
  }

  /** Says whether slices are missing, by the number that the first one gives. */
  boolean isIncomplete() {
    return slices.size() < slices.get(0).getSpec().getPool().getResourceSliceCount();
  }

  /**
   * Returns the status of the pool.
   *
   * @param partitionType the attribute to group partitions by if no slice names one; may be null
   */
  PoolStatus status(
      Collection<ResourceClaim> claims,
      Collection<DeviceTaintRule> rules,
      @Nullable String partitionType) {
    int total = slices.stream().mapToInt(slice -> slice.getSpec().getDevices().size()).sum();
    List<DeviceRequestAllocationResult> results = results(claims);
    Set<String> used = new HashSet<>();
    results.forEach(result -> used.add(result.getDevice()));
    int allocated = used.size();
    int unavailable = (int) devices().stream().filter(device -> isKeptOff(device, rules)).count();
    PoolStatus status = new PoolStatus();
    status.setDriver(driver);
    status.setPoolName(pool);
    status.setGeneration(slices.get(0).getSpec().getPool().getGeneration());
    status.setResourceSliceCount(slices.size());
    status.setNodeName(nodeName());
    status.setTotalDevices(total);
    status.setAllocatedDevices(allocated);
    status.setUnavailableDevices(unavailable);
    status.setAvailableDevices(Math.max(0, total - allocated - unavailable));
    PartitionTypes types = new PartitionTypes(driver, pool, slices, partitionType);
    status.setValidationError(types.problem());
    status.setPartitionSummary(types.summary(used));
    Shareables.summary(devices(), used, results).ifPresent(status::setShareableSummary);
    return status;
  }

  private List<Device> devices() {
    return slices.stream().flatMap(slice -> slice.getSpec().getDevices().stream()).toList();
  }

  /** Returns what claims have been given of the pool, without administrative access. */
  private List<DeviceRequestAllocationResult> results(Collection<ResourceClaim> claims) {
    List<DeviceRequestAllocationResult> results = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      if (!PodClaims.isAllocated(claim)) {
        continue;
      }
      for (DeviceRequestAllocationResult result :
          claim.getStatus().getAllocation().getDevices().getResults()) {
        boolean ours = result.getDriver().equals(driver) && result.getPool().equals(pool);
        if (ours && !Boolean.TRUE.equals(result.getAdminAccess())) {
          results.add(result);
        }
      }
    }
    return results;
  }

  private boolean isKeptOff(Device device, Collection<DeviceTaintRule> rules) {
    return device.getTaints().stream().anyMatch(taint -> keepsOff(taint.getEffect()))
        || rules.stream()
            .filter(rule -> keepsOff(rule.getSpec().getTaint().getEffect()))
            .anyMatch(rule -> selects(rule.getSpec().getDeviceSelector(), device));
  }

  private static boolean keepsOff(String effect) {
    return effect.equals("NoSchedule") || effect.equals("NoExecute");
  }

  private boolean selects(@Nullable DeviceTaintSelector selector, Device device) {
    return selector != null
        && (selector.getDriver() == null || selector.getDriver().equals(driver))
        && (selector.getPool() == null || selector.getPool().equals(pool))
        && (selector.getDevice() == null || selector.getDevice().equals(device.getName()));
  }

  private @Nullable String nodeName() {
    Set<String> names = new HashSet<>();
    slices.forEach(slice -> names.add(String.valueOf(slice.getSpec().getNodeName())));
    return names.size() == 1 ? slices.get(0).getSpec().getNodeName() : null;
  }
}
