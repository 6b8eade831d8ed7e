package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupResourceClaim;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.List;
import java.util.Optional;

/**
 * Gives back claims that kept pods from every node, so that the next attempt may find other devices
 * (upstream's PostFilter and PodGroupPostFilter of DynamicResources; semantics §7.5 and §7.9).
 */
final class ClaimRelease {

  private final Writes writes;
  private final DeviceWorld devices;
  private final PodClaims podClaims;
  private final ClaimWriter claimWriter;
  private final ExtendedClaimWriter extendedClaims;

  ClaimRelease(
      Writes writes,
      DeviceWorld devices,
      PodClaims podClaims,
      ClaimWriter claimWriter,
      ExtendedClaimWriter extendedClaims) {
    this.writes = writes;
    this.devices = devices;
    this.podClaims = podClaims;
    this.claimWriter = claimWriter;
    this.extendedClaims = extendedClaims;
  }

  /**
   * Deallocates one claim that kept the pod from every node and that nobody else holds.
   *
   * @return what to tell of it, if there was one
   */
  Optional<String> freeOne(Pod pod, ClaimCycle claims) {
    for (CycleClaim claim : claims.unavailable()) {
      List<ResourceClaimConsumerReference> holders = PodClaims.consumersOf(claim.claim());
      boolean onlyOurs =
          holders.isEmpty()
              || (holders.size() == 1
                  && holders.get(0).getUid().equals(pod.getMetadata().getUid()));
      if (onlyOurs) {
        return deallocate(claim.claim());
      }
    }
    return claims
        .extended()
        .flatMap(ExtendedClaim::leftover)
        .filter(extendedClaims::delete)
        .map(deleted -> "deletion of ResourceClaim completed");
  }

  /** Gives a claim's devices back; returns what to tell of it. */
  Optional<String> deallocate(ResourceClaim claim) {
    ResourceClaim freed = ClaimCopy.withAllocation(claim, null);
    freed.getStatus().setReservedFor(List.of());
    freed.getStatus().setDevices(List.of());
    try {
      writes.update(freed, "status");
    } catch (ApiException refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    }
    return Optional.of("deallocation of ResourceClaim completed");
  }

  /** Takes the group's reservation off the first of its claims that is allocated. */
  void unreserve(PodGroup group, Pod member) {
    for (PodGroupResourceClaim entry : group.getSpec().getResourceClaims()) {
      ClaimName name = PodClaims.nameOf(group, entry);
      String claimName =
          name instanceof ClaimName.Direct direct
              ? direct.name()
              : name instanceof ClaimName.Generated generated ? generated.name() : "";
      Optional<ResourceClaim> claim =
          devices
              .claim(group.getMetadata().getNamespace(), claimName)
              .filter(PodClaims::isAllocated)
              .filter(known -> podClaims.isReservedFor(member, known));
      if (claim.isPresent()) {
        claimWriter.unreserve(group.getMetadata().getUid(), claim.get());
        return;
      }
    }
  }
}
