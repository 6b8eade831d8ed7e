package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes what was decided: finalizer, allocation and reservation of each claim, then the binding of
 * the pod; and takes it back as far as upstream does when something fails on the way (semantics
 * §7.6: Reserve, PreBind, Unreserve).
 */
final class Binder {

  private static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  /** How often a write is tried that meets a newer version (client-go, {@code DefaultRetry}). */
  private static final int TRIES = 5;

  private final Writes writes;
  private final DeviceWorld world;
  private final PodClaims podClaims;
  private final Timers timers;
  private final boolean stampsAllocations;

  Binder(
      Writes writes,
      DeviceWorld world,
      PodClaims podClaims,
      Timers timers,
      boolean stampsAllocations) {
    this.writes = writes;
    this.world = world;
    this.podClaims = podClaims;
    this.timers = timers;
    this.stampsAllocations = stampsAllocations;
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
        claim.update(write(claim));
      }
    }
    Optional<ExtendedClaim> extended = attempt.claims().extended();
    if (extended.isPresent() && extended.get().chosen().isPresent()) {
      writeExtended(attempt, extended.get(), extended.get().chosen().get());
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

  private void writeExtended(
      Attempt attempt, ExtendedClaim extended, ExtendedClaim.OnNode.Devices devices) {
    ResourceClaim claim = ClaimCopy.of(devices.claim());
    claim.getMetadata().setUid(null);
    ResourceClaim created;
    try {
      created = writes.create(claim);
    } catch (ApiException refused) {
      throw preBind(
          "create claim for extended resources %s: %s"
              .formatted(attempt.pod().getMetadata().getNamespace(), refused.getMessage()));
    }
    extended.created(created);
    CycleClaim written = new CycleClaim(created, PodClaims.consumer(attempt.pod()));
    AllocationResult promised = extended.promised();
    if (promised != null) {
      written.promise(promised);
    }
    extended.created(write(written));
    tellPod(attempt.pod(), created.getMetadata().getName(), devices.mappings());
  }

  private void tellPod(Pod pod, String claim, List<ContainerExtendedResourceRequest> mappings) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", pod.getMetadata().getUid());
    ObjectNode status = body.putObject("status").putObject("extendedResourceClaimStatus");
    ArrayNode requests = status.putArray("requestMappings");
    mappings.forEach(
        mapping ->
            requests
                .addObject()
                .put("containerName", mapping.getContainerName())
                .put("requestName", mapping.getRequestName())
                .put("resourceName", mapping.getResourceName()));
    status.put("resourceClaimName", claim);
    try {
      writes.patch(
          Pod.class,
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          "status",
          new Patch.Strategic(body.toString()));
    } catch (ApiException refused) {
      throw preBind(
          "update pod %s ExtendedResourceClaimStatus: %s"
              .formatted(PodClaims.pathOf(pod), refused.getMessage()));
    }
  }

  /** Deletes a claim for extended resources, its finalizer first; returns whether that worked. */
  boolean delete(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    String name = claim.getMetadata().getName();
    try {
      Optional<ResourceClaim> current = writes.get(ResourceClaim.class, namespace, name);
      if (current.isEmpty()) {
        return true;
      }
      ResourceClaim free = ClaimCopy.of(current.get());
      List<String> finalizers = new ArrayList<>(free.getMetadata().getFinalizers());
      if (finalizers.remove(FINALIZER)) {
        free.getMetadata().setFinalizers(finalizers);
        writes.update(free);
      }
      writes.delete(ResourceClaim.class, namespace, name, new DeleteOptions());
      return true;
    } catch (ApiException refused) {
      return refused.isNotFound();
    }
  }

  /** Reads the claims of the attempt again, as far as they are known newer. */
  void refresh(Attempt attempt) {
    for (CycleClaim claim : attempt.claims().claims()) {
      ResourceClaim known = claim.claim();
      claim.update(
          world
              .claim(known.getMetadata().getNamespace(), known.getMetadata().getName())
              .orElseThrow(
                  () ->
                      new BindingException(
                          "could not find ResourceClaim \"%s\""
                              .formatted(PodClaims.pathOf(known)))));
    }
    attempt.claims().extended().ifPresent(this::refresh);
  }

  private void refresh(ExtendedClaim extended) {
    extended
        .created()
        .flatMap(
            known -> world.claim(known.getMetadata().getNamespace(), known.getMetadata().getName()))
        .ifPresent(extended::created);
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
      if (!mayBeDone(refused)) {
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

  /** A server that fails or does not answer in time may have done what it was asked to do. */
  private static boolean mayBeDone(ApiException refused) {
    return refused.code() >= 500;
  }

  /**
   * Takes back what an attempt held: the devices in memory, and the pod's own reservations. An
   * allocation that was written stays, for the next attempt or for PostFilter.
   */
  void unreserve(Attempt attempt) {
    settle(attempt);
    for (CycleClaim claim : attempt.claims().claims()) {
      if (claim.isAllocated() && PodClaims.isReservedForItself(attempt.pod(), claim.claim())) {
        unreserve(attempt.pod().getMetadata().getUid(), claim.claim());
      }
    }
    attempt.claims().extended().flatMap(ExtendedClaim::created).ifPresent(this::delete);
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

  private ResourceClaim write(CycleClaim claim) {
    ResourceClaim current = claim.claim();
    for (int tried = 1; ; tried++) {
      try {
        return write(claim, current);
      } catch (ApiException refused) {
        boolean inDoubt = mayBeDone(refused);
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
    return preBind(
        "get updated claim %s after conflict: %s".formatted(PodClaims.pathOf(claim), reason));
  }

  private ResourceClaim write(CycleClaim decided, ResourceClaim current) {
    String path = PodClaims.pathOf(current);
    if (current.getMetadata().getDeletionTimestamp() != null) {
      throw preBind("claim %s got deleted in the meantime".formatted(path));
    }
    AllocationResult promised = decided.isAllocated() ? null : decided.promised();
    ResourceClaim changed = ClaimCopy.of(current);
    if (promised != null) {
      if (PodClaims.isAllocated(current)) {
        throw preBind("claim %s got allocated elsewhere in the meantime".formatted(path));
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
    if (claim.getMetadata().getFinalizers().contains(FINALIZER)) {
      return claim;
    }
    List<String> finalizers = new ArrayList<>(claim.getMetadata().getFinalizers());
    finalizers.add(FINALIZER);
    claim.getMetadata().setFinalizers(finalizers);
    ResourceClaim written = writes.update(claim);
    world.assume(written);
    return written;
  }

  private void stamp(ResourceClaim claim, String path) {
    AllocationResult allocation = claim.getStatus().getAllocation();
    if (allocation == null) {
      throw preBind("claim %s got deallocated elsewhere in the meantime".formatted(path));
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
    return preBind("%s to claim %s: %s".formatted(what, PodClaims.pathOf(claim), message));
  }

  private static BindingException preBind(String message) {
    return new BindingException(
        "running PreBind plugin \"%s\": %s".formatted(ClaimCycle.NAME, message));
  }
}
