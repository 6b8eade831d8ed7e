package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.inventory.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Allocates what a gang wants of one node, within the effort of the whole search. */
final class NodeAllocations {

  private static final long STEPS = 100_000;

  private final Effort effort;

  NodeAllocations(Effort effort) {
    this.effort = effort;
  }

  /**
   * Allocates claims together on a node.
   *
   * @param used what is in use
   * @param forbidden devices that must not be taken
   * @return one result for each claim, or empty if they do not fit
   * @throws Effort.Exhausted if the search was too long
   */
  Optional<List<AllocationResult>> on(
      Node node, List<ResourceClaim> claims, Snapshot used, Set<DeviceId> forbidden) {
    if (claims.isEmpty()) {
      return Optional.of(List.of());
    }
    effort.spend();
    Snapshot allowed = forbidden.isEmpty() ? used : used.withholding(forbidden);
    Outcome outcome = Allocator.of(allowed).allocate(node, claims, Budget.ofSteps(STEPS));
    if (outcome instanceof Outcome.Stopped) {
      throw new Effort.Exhausted();
    }
    return outcome instanceof Outcome.Allocated allocated
        ? Optional.of(allocated.results())
        : Optional.empty();
  }

  /** Says whether results hold shares, of which there may be others of the same devices. */
  static boolean holdShares(List<AllocationResult> results) {
    return results.stream()
        .flatMap(result -> result.getDevices().getResults().stream())
        .anyMatch(device -> device.getShareID() != null);
  }

  /** Returns the devices that results hold. */
  static Set<DeviceId> devicesOf(List<AllocationResult> results) {
    Set<DeviceId> devices = new LinkedHashSet<>();
    for (AllocationResult result : results) {
      for (DeviceRequestAllocationResult device : result.getDevices().getResults()) {
        if (!Boolean.TRUE.equals(device.getAdminAccess())) {
          devices.add(new DeviceId(device.getDriver(), device.getPool(), device.getDevice()));
        }
      }
    }
    return devices;
  }

  /** Returns the claims with their results. */
  static List<ResourceClaim> allocated(List<ResourceClaim> claims, List<AllocationResult> results) {
    List<ResourceClaim> allocated = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      allocated.add(allocated(claims.get(i), results.get(i)));
    }
    return allocated;
  }

  private static ResourceClaim allocated(ResourceClaim claim, AllocationResult result) {
    ResourceClaimStatus status = new ResourceClaimStatus();
    status.setAllocation(result);
    return new ResourceClaimBuilder(claim).withStatus(status).build();
  }
}
