package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupResourceClaim;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Optional;

/**
 * Says whether a pod or a pod group gives the controller anything to do. One whose status names a
 * claim of somebody else does not: nothing can be done for it while that claim is there (source:
 * {@code podNeedsWork} and {@code podGroupNeedsWork}, 1.37).
 */
final class OpenWork {

  /** A claim has room for so many consumers ({@code ResourceClaimReservedForMaxSize}). */
  private static final int MOST_CONSUMERS = 256;

  private final World world;

  OpenWork(World world) {
    this.world = world;
  }

  boolean existsFor(Pod pod) {
    return stays(pod) && PodClaims.entriesOf(pod).stream().anyMatch(entry -> existsFor(pod, entry));
  }

  boolean existsFor(PodGroup group) {
    return stays(group)
        && group.getSpec().getResourceClaims().stream().anyMatch(entry -> existsFor(group, entry));
  }

  /** Says whether one more consumer may hold the claim. */
  static boolean hasRoom(ResourceClaim claim) {
    return PodClaims.consumersOf(claim).size() < MOST_CONSUMERS;
  }

  private boolean existsFor(Pod pod, PodResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(pod, entry);
    if (name instanceof ClaimName.Unknown) {
      return true;
    }
    Optional<ResourceClaim> claim = world.known(pod, name);
    if (claim.isEmpty()) {
      return !(name instanceof ClaimName.NotNeeded)
          && entry.getResourceClaimTemplateName() != null
          && !isForGroup(pod, entry);
    }
    if (name instanceof ClaimName.Generated
        && world.podClaims().whyNotFor(pod, claim.get()).isPresent()) {
      return false;
    }
    return PodClaims.isPlaced(pod)
        && PodClaims.isAllocated(claim.get())
        && !world.podClaims().isReservedFor(pod, claim.get())
        && hasRoom(claim.get());
  }

  /** Says whether the group makes the claim, and is there to do so. */
  private boolean isForGroup(Pod pod, PodResourceClaim entry) {
    return world
        .groupOf(pod)
        .filter(group -> PodClaims.isGroup(PodClaims.consumerFor(pod, group, entry)))
        .isPresent();
  }

  private boolean existsFor(PodGroup group, PodGroupResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(group, entry);
    return name instanceof ClaimName.Unknown
        || (!(name instanceof ClaimName.NotNeeded)
            && entry.getResourceClaimTemplateName() != null
            && world.known(group, name).isEmpty());
  }

  private static boolean stays(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() == null;
  }
}
