package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes allocations and reservations of claims with optimistic concurrency (semantics §7.6). */
final class ClaimWriter {

  /** How often a write is tried that meets a newer version (client-go, {@code DefaultRetry}). */
  private static final int TRIES = 5;

  private final Writes writes;
  private final DeviceWorld world;
  private final Timers timers;
  private final boolean stampsAllocations;

  ClaimWriter(Writes writes, DeviceWorld world, Timers timers, boolean stampsAllocations) {
    this.writes = writes;
    this.world = world;
    this.timers = timers;
    this.stampsAllocations = stampsAllocations;
  }

  /** Takes one holder off a claim, by uid. */
  void unreserve(String holder, ResourceClaim claim) {
    String body =
        "{\"metadata\":{\"uid\":\"%s\"},\"status\":{\"reservedFor\":[{\"$patch\":\"delete\",\"uid\":\"%s\"}]}}"
            .formatted(claim.getMetadata().getUid(), holder);
    try {
      world.assume(
          writes.patch(
              ResourceClaim.class,
              claim.getMetadata().getNamespace(),
              claim.getMetadata().getName(),
              "status",
              new Patch.Strategic(body)));
    } catch (ApiException refused) {
      // The claim controller takes the reservation back when the pod has gone; nothing is lost.
      return;
    }
  }

  /**
   * Writes the allocation that was decided, and the reservation for the consumer, with the
   * finalizer first; what somebody else has written in the meantime is read and tried again.
   *
   * @throws BindingException if the server or the state of the claim forbids it
   */
  ResourceClaim write(CycleClaim claim) {
    ResourceClaim current = claim.claim();
    for (int tried = 1; ; tried++) {
      try {
        return write(claim, current);
      } catch (ApiException refused) {
        boolean inDoubt = refused.mayBeDone();
        if (!(refused.isConflict() || inDoubt) || tried == TRIES) {
          throw failed(String.valueOf(refused.getMessage()), claim, current);
        }
        if (inDoubt) {
          world.doubt(current);
        }
        current = readAgain(current);
        world.heardOf(current);
        if (inDoubt && PodClaims.consumersOf(current).contains(claim.consumer())) {
          return current;
        }
      }
    }
  }

  private ResourceClaim readAgain(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    String name = claim.getMetadata().getName();
    Optional<ResourceClaim> current;
    try {
      current = writes.get(ResourceClaim.class, namespace, name);
    } catch (ApiException refused) {
      throw notRead(claim, String.valueOf(refused.getMessage()));
    }
    return current.orElseThrow(
        () -> notRead(claim, "resourceclaims.resource.k8s.io \"%s\" not found".formatted(name)));
  }

  private static BindingException notRead(ResourceClaim claim, String reason) {
    return BindingException.preBind(
        "get updated claim %s after conflict: %s".formatted(PodClaims.pathOf(claim), reason));
  }

  private ResourceClaim write(CycleClaim decided, ResourceClaim current) {
    String path = PodClaims.pathOf(current);
    if (current.getMetadata().getDeletionTimestamp() != null) {
      throw BindingException.preBind("claim %s got deleted in the meantime".formatted(path));
    }
    AllocationResult promised = decided.isAllocated() ? null : decided.promised();
    ResourceClaim changed = ClaimCopy.of(current);
    if (promised != null) {
      if (PodClaims.isAllocated(current)) {
        throw BindingException.preBind(
            "claim %s got allocated elsewhere in the meantime".formatted(path));
      }
      changed = ClaimCopy.of(withFinalizer(changed));
      changed.getStatus().setAllocation(promised);
    }
    List<ResourceClaimConsumerReference> holders =
        new ArrayList<>(changed.getStatus().getReservedFor());
    holders.add(decided.consumer());
    changed.getStatus().setReservedFor(holders);
    if (stampsAllocations) {
      stamp(changed, path);
    }
    ResourceClaim written = writes.update(changed, "status");
    world.assume(written);
    return written;
  }

  private ResourceClaim withFinalizer(ResourceClaim claim) {
    if (claim.getMetadata().getFinalizers().contains(PodClaims.FINALIZER)) {
      return claim;
    }
    List<String> finalizers = new ArrayList<>(claim.getMetadata().getFinalizers());
    finalizers.add(PodClaims.FINALIZER);
    claim.getMetadata().setFinalizers(finalizers);
    ResourceClaim written = writes.update(claim);
    world.assume(written);
    return written;
  }

  private void stamp(ResourceClaim claim, String path) {
    AllocationResult allocation = claim.getStatus().getAllocation();
    if (allocation == null) {
      throw BindingException.preBind(
          "claim %s got deallocated elsewhere in the meantime".formatted(path));
    }
    if (allocation.getAllocationTimestamp() == null) {
      claim
          .getStatus()
          .setAllocation(
              new AllocationResultBuilder(allocation)
                  .withAllocationTimestamp(
                      timers.instant().truncatedTo(ChronoUnit.SECONDS).toString())
                  .build());
    }
  }

  private static BindingException failed(String message, CycleClaim decided, ResourceClaim claim) {
    String what = decided.promised() == null ? "add reservation" : "add allocation and reservation";
    return BindingException.preBind(
        "%s to claim %s: %s".formatted(what, PodClaims.pathOf(claim), message));
  }
}
