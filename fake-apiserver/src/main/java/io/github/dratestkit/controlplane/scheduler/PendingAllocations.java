package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Allocations that pods have been given and that are not, or not surely, in the API yet: from
 * reserving until pre-bind has succeeded. Their devices count as in use.
 */
final class PendingAllocations {

  private record Pending(ResourceClaim claim, int sharers) {}

  private final Map<String, Pending> byClaimUid = new LinkedHashMap<>();
  private long version;

  /** Records that one more pod waits for {@code claim}, which carries its allocation. */
  void add(ResourceClaim claim) {
    version++;
    byClaimUid.merge(
        claim.getMetadata().getUid(),
        new Pending(claim, 1),
        (known, added) -> new Pending(known.claim(), known.sharers() + 1));
  }

  /** Records that one pod waits no more; the allocation is forgotten with the last of them. */
  void release(String claimUid) {
    version++;
    byClaimUid.computeIfPresent(
        claimUid,
        (uid, known) ->
            known.sharers() == 1 ? null : new Pending(known.claim(), known.sharers() - 1));
  }

  Optional<AllocationResult> get(String claimUid) {
    return Optional.ofNullable(byClaimUid.get(claimUid))
        .map(pending -> pending.claim().getStatus().getAllocation());
  }

  Collection<ResourceClaim> claims() {
    return List.copyOf(byClaimUid.values().stream().map(Pending::claim).toList());
  }

  /** Returns a number that changes whenever the content does. */
  long version() {
    return version;
  }
}
