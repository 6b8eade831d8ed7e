package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Optional;

/**
 * Carries out what was decided: it holds the devices, lets each claim be written, then binds the
 * pod; and takes it back as far as upstream does when something fails on the way (semantics §7.6:
 * Reserve, PreBind, Unreserve).
 */
final class Binder {

  private final Writes writes;
  private final DeviceWorld world;
  private final PodClaims podClaims;
  private final ClaimWriter claims;
  private final ExtendedClaimWriter extendedClaims;

  Binder(
      Writes writes,
      DeviceWorld world,
      PodClaims podClaims,
      ClaimWriter claims,
      ExtendedClaimWriter extendedClaims) {
    this.writes = writes;
    this.world = world;
    this.podClaims = podClaims;
    this.claims = claims;
    this.extendedClaims = extendedClaims;
  }

  /** Holds the devices of the attempt in memory, so that no other pod is promised them. */
  void reserve(Attempt attempt) {
    for (CycleClaim claim : attempt.claims().claims()) {
      AllocationResult promised = claim.promised();
      if (!claim.isAllocated() && promised != null) {
        world.pending().add(ClaimCopy.withAllocation(claim.claim(), promised));
        claim.hold();
      }
    }
    attempt
        .claims()
        .extended()
        .ifPresent(
            extended ->
                extended
                    .chosen()
                    .ifPresent(
                        devices ->
                            world
                                .pending()
                                .add(
                                    ClaimCopy.withAllocation(
                                        devices.claim(), extended.promised()))));
  }

  /**
   * Writes allocations and reservations of every claim that the pod does not hold yet.
   *
   * @throws BindingException if the server or the state of a claim forbids it
   */
  void writeClaims(Attempt attempt) {
    for (CycleClaim claim : attempt.claims().claims()) {
      if (claim.isShared()) {
        catchUp(claim);
      }
      if (!podClaims.isReservedFor(attempt.pod(), claim.claim())) {
        claim.update(claims.write(claim));
      }
    }
    Optional<ExtendedClaim> extended = attempt.claims().extended();
    if (extended.isPresent() && extended.get().chosen().isPresent()) {
      extendedClaims.write(attempt.pod(), extended.get(), extended.get().chosen().get());
    }
  }

  /**
   * Tells the pod what its devices take from the node, if they take anything.
   *
   * @throws BindingException if the server refuses
   */
  void tellShare(Attempt attempt) {
    NodeAllocatable.Share share = attempt.claims().share(attempt.node());
    if (!share.statuses().isEmpty()) {
      try {
        attempt.queued().update(patchShare(attempt.pod(), share));
      } catch (ApiException refused) {
        throw BindingException.preBind(
            "patch node allocatable resource claim status: " + refused.getMessage());
      }
    }
  }

  private Pod patchShare(Pod pod, NodeAllocatable.Share share) {
    String body =
        "{\"metadata\":{\"uid\":\"%s\"},\"status\":{\"nodeAllocatableResourceClaimStatuses\":%s}}"
            .formatted(pod.getMetadata().getUid(), Serialization.asJson(share.statuses()));
    return writes.patch(
        Pod.class,
        pod.getMetadata().getNamespace(),
        pod.getMetadata().getName(),
        "status",
        new Patch.Merge(body));
  }

  private void clearShare(Attempt attempt) {
    if (attempt.claims().share(attempt.node()).statuses().isEmpty()) {
      return;
    }
    try {
      attempt.queued().update(patchShare(attempt.pod(), NodeAllocatable.Share.NONE));
    } catch (ApiException refused) {
      // The next attempt writes it anew.
      return;
    }
  }

  /** An earlier pod of the gang may have written the shared allocation in the meantime. */
  private void catchUp(CycleClaim claim) {
    ResourceClaim known = claim.claim();
    world
        .claim(known.getMetadata().getNamespace(), known.getMetadata().getName())
        .filter(PodClaims::isAllocated)
        .ifPresent(claim::update);
  }

  /** Reads the claims of the attempt again, as far as they are known newer. */
  void refresh(Attempt attempt) {
    for (CycleClaim claim : attempt.claims().claims()) {
      claim.update(now(claim.claim()));
    }
    attempt.claims().extended().ifPresent(this::refresh);
  }

  private void refresh(ExtendedClaim extended) {
    extended.created().ifPresent(known -> extended.created(now(known)));
  }

  private ResourceClaim now(ResourceClaim known) {
    return world
        .claim(known.getMetadata().getNamespace(), known.getMetadata().getName())
        .orElseThrow(
            () ->
                new BindingException(
                    "could not find ResourceClaim \"%s\"".formatted(PodClaims.pathOf(known))));
  }

  /** Lets go of what was held in memory, since it is in the API now. */
  void settle(Attempt attempt) {
    for (CycleClaim claim : attempt.claims().claims()) {
      if (claim.letGo()) {
        world.pending().release(claim.uid());
      }
    }
    attempt
        .claims()
        .extended()
        .flatMap(ExtendedClaim::chosen)
        .ifPresent(devices -> world.pending().release(devices.claim().getMetadata().getUid()));
  }

  /**
   * Binds the pod.
   *
   * @throws BindingException if the server refuses
   */
  void bind(Attempt attempt) {
    Pod pod = attempt.pod();
    Binding binding =
        new BindingBuilder()
            .withNewMetadata()
            .withNamespace(pod.getMetadata().getNamespace())
            .withName(pod.getMetadata().getName())
            .withUid(pod.getMetadata().getUid())
            .endMetadata()
            .withNewTarget()
            .withKind("Node")
            .withName(attempt.node())
            .endTarget()
            .build();
    try {
      writes.post(
          Pod.class,
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          "binding",
          binding);
    } catch (ApiException refused) {
      String message = "running Bind plugin \"DefaultBinder\": " + refused.getMessage();
      if (!refused.mayBeDone()) {
        throw new BindingException(message);
      }
      if (!isBound(attempt, message)) {
        throw new BindingException(message);
      }
    }
  }

  /** Looks whether a binding was done whose answer was lost. */
  private boolean isBound(Attempt attempt, String message) {
    Pod pod = attempt.pod();
    try {
      return writes
          .get(Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName())
          .filter(now -> now.getMetadata().getUid().equals(pod.getMetadata().getUid()))
          .filter(now -> attempt.node().equals(now.getSpec().getNodeName()))
          .isPresent();
    } catch (ApiException refused) {
      throw BindingException.inDoubt(message);
    }
  }

  /**
   * Takes back what an attempt held: the devices in memory, and the pod's own reservations. An
   * allocation that was written stays, for the next attempt or for PostFilter.
   */
  void unreserve(Attempt attempt) {
    settle(attempt);
    for (CycleClaim claim : attempt.claims().claims()) {
      if (claim.isAllocated() && PodClaims.isReservedForItself(attempt.pod(), claim.claim())) {
        claims.unreserve(attempt.pod().getMetadata().getUid(), claim.claim());
      }
    }
    attempt.claims().extended().flatMap(ExtendedClaim::created).ifPresent(extendedClaims::delete);
    clearShare(attempt);
  }
}
