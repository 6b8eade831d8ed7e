package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.List;
import java.util.Optional;

/**
 * Looks at one claim: takes back reservations of those who will not use it any more, gives the
 * devices back with the last one, lets go of the finalizer, and deletes a claim that was made for a
 * pod which is done (semantics §6.3 to §6.5).
 */
final class ClaimSync {

  private final World world;

  ClaimSync(World world) {
    this.world = world;
  }

  /** Does everything that the claim needs now. */
  void sync(ResourceClaim claim) {
    List<ResourceClaimConsumerReference> held = PodClaims.consumersOf(claim);
    List<ResourceClaimConsumerReference> kept =
        held.stream().filter(consumer -> keeps(claim, consumer)).toList();
    boolean guarded = claim.getMetadata().getFinalizers().contains(PodClaims.FINALIZER);
    if (kept.size() < held.size()) {
      takeBack(claim, kept, guarded);
    } else if (guarded && kept.isEmpty() && isGoing(claim)) {
      letGo(claim);
    }
    if (kept.isEmpty()) {
      deleteIfDone(claim);
    }
  }

  private boolean keeps(ResourceClaim claim, ResourceClaimConsumerReference consumer) {
    if (PodClaims.isPod(consumer)) {
      return !world.gone().contains(consumer.getUid()) && keepsPod(claim, consumer);
    }
    Informer<PodGroup> groups = world.groups();
    if (groups != null && PodClaims.isGroup(consumer)) {
      return !world.gone().contains(consumer.getUid()) && keepsGroup(claim, consumer, groups);
    }
    return true;
  }

  private boolean keepsPod(ResourceClaim claim, ResourceClaimConsumerReference consumer) {
    String namespace = claim.getMetadata().getNamespace();
    Optional<Pod> known = world.pods().get(namespace, consumer.getName());
    if (known.isPresent()) {
      return hasUid(known.get(), consumer) && !PodClaims.isDone(known.get());
    }
    return world
        .writes()
        .get(Pod.class, namespace, consumer.getName())
        .filter(pod -> hasUid(pod, consumer))
        .isPresent();
  }

  private boolean keepsGroup(
      ResourceClaim claim, ResourceClaimConsumerReference consumer, Informer<PodGroup> groups) {
    String namespace = claim.getMetadata().getNamespace();
    return groups
        .get(namespace, consumer.getName())
        .or(() -> world.writes().get(PodGroup.class, namespace, consumer.getName()))
        .filter(group -> hasUid(group, consumer))
        .isPresent();
  }

  private void takeBack(
      ResourceClaim claim, List<ResourceClaimConsumerReference> kept, boolean guarded) {
    ResourceClaim changed =
        new ResourceClaimBuilder(claim).editStatus().withReservedFor(kept).endStatus().build();
    if (kept.isEmpty() && guarded) {
      changed.getStatus().setAllocation(null);
    }
    ResourceClaim written = writeStatus(changed);
    if (guarded && !PodClaims.isAllocated(written)) {
      removeFinalizer(written);
    }
  }

  private void letGo(ResourceClaim claim) {
    ResourceClaim current = claim;
    if (PodClaims.isAllocated(claim)) {
      ResourceClaim changed = new ResourceClaimBuilder(claim).build();
      changed.getStatus().setAllocation(null);
      current = writeStatus(changed);
    }
    removeFinalizer(current);
  }

  private ResourceClaim writeStatus(ResourceClaim claim) {
    ResourceClaim written = world.writes().update(claim, "status");
    world.claims().assume(written);
    return written;
  }

  private void removeFinalizer(ResourceClaim claim) {
    ResourceClaim changed =
        new ResourceClaimBuilder(claim)
            .editMetadata()
            .removeFromFinalizers(PodClaims.FINALIZER)
            .endMetadata()
            .build();
    ResourceClaim written = world.writes().update(changed);
    if (!isGoing(claim)) {
      world.claims().assume(written);
    }
  }

  private void deleteIfDone(ResourceClaim claim) {
    Optional<OwnerReference> owner =
        PodClaims.controllerOf(claim)
            .filter(reference -> reference.getApiVersion().equals("v1"))
            .filter(reference -> reference.getKind().equals("Pod"));
    if (owner.isEmpty()) {
      return;
    }
    String namespace = claim.getMetadata().getNamespace();
    Optional<Pod> pod = world.pods().get(namespace, owner.get().getName());
    if (pod.isEmpty()) {
      return;
    }
    boolean replaced = !pod.get().getMetadata().getUid().equals(owner.get().getUid());
    if (replaced || PodClaims.isDone(pod.get())) {
      world
          .writes()
          .delete(
              ResourceClaim.class, namespace, claim.getMetadata().getName(), new DeleteOptions());
    }
  }

  private static boolean hasUid(HasMetadata object, ResourceClaimConsumerReference consumer) {
    return object.getMetadata().getUid().equals(consumer.getUid());
  }

  private static boolean isGoing(ResourceClaim claim) {
    return claim.getMetadata().getDeletionTimestamp() != null;
  }
}
