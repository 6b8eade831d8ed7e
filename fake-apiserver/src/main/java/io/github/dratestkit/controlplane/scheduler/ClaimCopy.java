package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Copies of claims that may be changed without touching what others know. */
final class ClaimCopy {

  private ClaimCopy() {}

  /**
   * Returns a copy with metadata and status of its own; the spec, which never changes, is shared.
   */
  static ResourceClaim of(ResourceClaim claim) {
    ResourceClaim copy = new ResourceClaim();
    copy.setMetadata(new ObjectMetaBuilder(claim.getMetadata()).build());
    copy.setSpec(claim.getSpec());
    ResourceClaimStatus status = new ResourceClaimStatus();
    if (claim.getStatus() != null) {
      status.setAllocation(claim.getStatus().getAllocation());
      status.setDevices(new ArrayList<>(claim.getStatus().getDevices()));
      status.setReservedFor(new ArrayList<>(claim.getStatus().getReservedFor()));
    }
    copy.setStatus(status);
    return copy;
  }

  /** Returns a copy that is allocated as given, or not at all. */
  static ResourceClaim withAllocation(ResourceClaim claim, @Nullable AllocationResult allocation) {
    ResourceClaim copy = of(claim);
    copy.getStatus().setAllocation(allocation);
    return copy;
  }
}
