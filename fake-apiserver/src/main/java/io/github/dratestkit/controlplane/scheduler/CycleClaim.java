package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.github.dratestkit.controlplane.common.PodClaims;
import org.jspecify.annotations.Nullable;

/** One claim of a pod during one attempt: as it was read, and what became of it so far. */
final class CycleClaim {

  private final ResourceClaimConsumerReference consumer;
  private ResourceClaim claim;
  private @Nullable AllocationResult promised;
  private boolean pending;
  private boolean held;

  CycleClaim(ResourceClaim claim, ResourceClaimConsumerReference consumer) {
    this.claim = claim;
    this.consumer = consumer;
  }

  ResourceClaim claim() {
    return claim;
  }

  String uid() {
    return claim.getMetadata().getUid();
  }

  /** Takes in the claim as it was written or read again. */
  void update(ResourceClaim newClaim) {
    claim = newClaim;
  }

  /** Returns who shall hold the claim. */
  ResourceClaimConsumerReference consumer() {
    return consumer;
  }

  boolean isAllocated() {
    return PodClaims.isAllocated(claim);
  }

  /** Returns the allocation that is not stored yet, if there is one. */
  @Nullable AllocationResult promised() {
    return promised;
  }

  /** Uses an allocation that an earlier pod of the same gang was promised. */
  void share(AllocationResult allocation) {
    promised = allocation;
    pending = true;
  }

  /** Promises an allocation that was found in this attempt. */
  void promise(AllocationResult allocation) {
    promised = allocation;
  }

  /** Records that the promised devices are held for the pod. */
  void hold() {
    held = true;
  }

  /** Records that they are held no more, and returns whether they were. */
  boolean letGo() {
    boolean was = held;
    held = false;
    return was;
  }

  /** Says whether an earlier pod of the gang was promised the allocation. */
  boolean isShared() {
    return pending;
  }

  /** Says whether the allocator still has to find devices for it. */
  boolean needsDevices() {
    return !isAllocated() && !pending;
  }

  /** Returns the nodes that an allocation confines the pod to, or null if it does not. */
  @Nullable NodeSelector availableOn() {
    AllocationResult allocation =
        isAllocated() ? claim.getStatus().getAllocation() : pending ? promised : null;
    return allocation == null ? null : allocation.getNodeSelector();
  }
}
