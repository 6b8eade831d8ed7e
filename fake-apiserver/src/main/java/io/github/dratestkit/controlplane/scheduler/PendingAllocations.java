package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Allocations that pods have been given and that are not, or not surely, in the API yet: from
 * reserving until pre-bind has succeeded. Their devices count as in use.
 */
final class PendingAllocations {

  private record Pending(ResourceClaim claim, int sharers) {}

  private final Map<String, Pending> byClaimUid = new LinkedHashMap<>();
  private final DevicesInUse inUse;

  PendingAllocations(DevicesInUse inUse) {
    this.inUse = inUse;
  }

  /** Records that one more pod waits for {@code claim}, which carries its allocation. */
  void add(ResourceClaim claim) {
    inUse.promise(claim);
    byClaimUid.merge(
        claim.getMetadata().getUid(),
        new Pending(claim, 1),
        (known, added) -> new Pending(known.claim(), known.sharers() + 1));
  }

  /** Records that the allocation must outlast the pods that wait for it, until it is released. */
  void keep(String claimUid) {
    byClaimUid.computeIfPresent(
        claimUid, (uid, known) -> new Pending(known.claim(), known.sharers() + 1));
  }

  /** Records that one pod waits no more; the allocation is forgotten with the last of them. */
  void release(String claimUid) {
    byClaimUid.computeIfPresent(
        claimUid,
        (uid, known) ->
            known.sharers() == 1 ? null : new Pending(known.claim(), known.sharers() - 1));
    if (!byClaimUid.containsKey(claimUid)) {
      inUse.release(claimUid);
    }
  }

  Optional<AllocationResult> get(String claimUid) {
    return Optional.ofNullable(byClaimUid.get(claimUid))
        .map(pending -> pending.claim().getStatus().getAllocation());
  }
}
