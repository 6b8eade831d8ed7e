package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the controller knows and how it writes, shared by its parts.
 *
 * @param groups null where pod groups hold no claims
 * @param claimsByOwner claims by the uid of the owner that manages them
 * @param gone uids of pods and groups that were seen to go
 */
record World(
    Writes writes,
    PodClaims podClaims,
    Informer<Pod> pods,
    @Nullable Informer<PodGroup> groups,
    Informer<ResourceClaim> claims,
    Informer<ResourceClaimTemplate> templates,
    Index<ResourceClaim, String> claimsByOwner,
    MadeClaims made,
    Set<String> gone) {

  Optional<PodGroup> groupOf(Pod pod) {
    String name = PodClaims.groupNameOf(pod);
    return name == null || groups == null
        ? Optional.empty()
        : groups.get(pod.getMetadata().getNamespace(), name);
  }

  /** Returns the claim of a key: as known, as made by us, or as the server has it. */
  Optional<ResourceClaim> claim(ObjectKey key) {
    return claims
        .get(key)
        .or(() -> made.get(key))
        .or(() -> writes.get(ResourceClaim.class, key.namespace(), key.name()));
  }

  /** Returns the claim that a pod or a group calls by a name, if it is known. */
  Optional<ResourceClaim> known(HasMetadata user, ClaimName name) {
    String namespace = user.getMetadata().getNamespace();
    if (name instanceof ClaimName.Direct direct) {
      return claims.get(namespace, direct.name());
    }
    return name instanceof ClaimName.Generated generated
        ? claims.get(namespace, generated.name())
        : Optional.empty();
  }

  /** Returns the claim that was made for an entry of the owner with a uid. */
  Optional<ResourceClaim> madeFor(String ownerUid, String entry) {
    return claimsByOwner.under(ownerUid).stream()
        .filter(claim -> ClaimTemplates.isFor(claim, ownerUid, entry))
        .findFirst()
        .or(() -> made.madeFor(ownerUid, entry));
  }

  static Set<String> ownersOf(ResourceClaim claim) {
    Set<String> owners = new HashSet<>();
    PodClaims.controllerOf(claim).ifPresent(owner -> owners.add(owner.getUid()));
    return owners;
  }
}
