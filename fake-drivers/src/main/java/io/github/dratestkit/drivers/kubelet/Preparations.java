package io.github.dratestkit.drivers.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Prepares and unprepares the claims of pods through the plugins of their drivers. A claim that
 * several pods share is prepared for the first and unprepared after the last. Everything is checked
 * before anything is remembered, so that a pod whose claims cannot be prepared can still be
 * deleted. Source: {@code pkg/kubelet/cm/dra/manager.go}, 1.37; the errors are its errors.
 */
final class Preparations {

  private final Writes api;
  private final PodClaims rules;
  private final ClaimCache cache;
  private final DriverCalls drivers;

  Preparations(Writes api, PodClaims rules, ClaimCache cache, DriverCalls drivers) {
    this.api = api;
    this.rules = rules;
    this.cache = cache;
    this.drivers = drivers;
  }

  /** Starts to prepare all claims of a pod, and tells {@code outcome} when that has ended. */
  void prepare(Pod pod, Outcome outcome) {
    try {
      List<ResourceClaim> claims = check(pod);
      List<PreparedClaim> fresh = remember(pod, claims);
      drivers.prepare(
          batches(fresh),
          outcome.then(
              () -> {
                fresh.forEach(claim -> claim.setStage(PreparedClaim.Stage.PREPARED));
                cache.save();
              }));
    } catch (PreparationException failure) {
      outcome.failed(String.valueOf(failure.getMessage()));
    }
  }

  /** Starts to unprepare what no other pod uses of a pod's claims. */
  void unprepare(String podUid, Outcome outcome) {
    List<PreparedClaim> last = new ArrayList<>();
    for (PreparedClaim claim : cache.ofPod(podUid)) {
      if (claim.pods().size() > 1) {
        claim.pods().remove(podUid);
      } else {
        claim.setStage(PreparedClaim.Stage.UNPREPARING);
        last.add(claim);
      }
    }
    drivers.unprepare(
        batches(last),
        outcome.then(
            () -> {
              last.forEach(cache::remove);
              cache.save();
            }));
  }

  /** Says whether a pod has claims that are not unprepared. */
  boolean holds(String podUid) {
    return !cache.ofPod(podUid).isEmpty();
  }

  /** Returns the uids of pods that hold claims and are not among {@code active}. */
  Set<String> inactive(Set<String> active) {
    Set<String> gone = new LinkedHashSet<>();
    cache.all().forEach(claim -> gone.addAll(claim.pods()));
    gone.removeAll(active);
    return gone;
  }

  /** Returns the CDI ids that a container gets, in the order of the pod's claims. */
  List<String> cdiDevices(Pod pod, Container container) {
    List<String> ids = new ArrayList<>();
    for (PodClaimNames.ContainerUse use : PodClaimNames.ofContainer(pod, container)) {
      cache
          .find(pod.getMetadata().getNamespace(), use.claim())
          .ifPresent(claim -> ids.addAll(claim.cdiDevices(use.request())));
    }
    return ids;
  }

  /** Returns what is remembered of a claim. */
  Optional<PreparedClaim> find(String namespace, String name) {
    return cache.find(namespace, name);
  }

  private List<ResourceClaim> check(Pod pod) throws PreparationException {
    List<ResourceClaim> claims = new ArrayList<>();
    for (PodClaimNames.Use use : PodClaimNames.ofPod(pod)) {
      ResourceClaim claim = fetch(pod.getMetadata().getNamespace(), use.claim());
      if (use.generated()) {
        Optional<String> problem = rules.whyNotFor(pod, claim);
        if (problem.isPresent()) {
          throw new PreparationException(problem.get());
        }
      }
      if (!rules.isReservedFor(pod, claim)) {
        throw new PreparationException(
            "pod %s (%s) is not allowed to use ResourceClaim %s (%s)"
                .formatted(
                    pod.getMetadata().getName(),
                    pod.getMetadata().getUid(),
                    use.claim(),
                    claim.getMetadata().getUid()));
      }
      if (!PodClaims.isAllocated(claim)) {
        throw new PreparationException(
            "ResourceClaim %s: claim not allocated".formatted(use.claim()));
      }
      for (String driver : driversOf(claim)) {
        drivers.require(driver);
      }
      claims.add(claim);
    }
    return claims;
  }

  /** Returns the claims that are not prepared yet. */
  private List<PreparedClaim> remember(Pod pod, List<ResourceClaim> claims)
      throws PreparationException {
    List<PreparedClaim> fresh = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      String namespace = claim.getMetadata().getNamespace();
      String name = claim.getMetadata().getName();
      String uid = claim.getMetadata().getUid();
      PreparedClaim known =
          cache
              .find(namespace, name)
              .orElseGet(() -> new PreparedClaim(namespace, name, uid, driversOf(claim)));
      if (!known.uid().equals(uid)) {
        throw new PreparationException(
            "old ResourceClaim with same name %s and different UID %s still exists (previous pod force-deleted?!)"
                .formatted(name, known.uid()));
      }
      if (known.stage() == PreparedClaim.Stage.UNPREPARING) {
        throw new PreparationException("ResourceClaim %s is being unprepared".formatted(name));
      }
      known.pods().add(pod.getMetadata().getUid());
      cache.put(known);
      cache.save();
      if (known.stage() != PreparedClaim.Stage.PREPARED) {
        fresh.add(known);
      }
    }
    return fresh;
  }

  private ResourceClaim fetch(String namespace, String name) throws PreparationException {
    return api.get(ResourceClaim.class, namespace, name)
        .orElseThrow(
            () ->
                new PreparationException(
                    "fetch ResourceClaim %s: resourceclaims.resource.k8s.io \"%s\" not found"
                        .formatted(name, name)));
  }

  private static Set<String> driversOf(ResourceClaim claim) {
    Set<String> names = new LinkedHashSet<>();
    for (DeviceRequestAllocationResult result :
        claim.getStatus().getAllocation().getDevices().getResults()) {
      names.add(result.getDriver());
    }
    return names;
  }

  private static ArrayDeque<DriverCalls.Batch> batches(List<PreparedClaim> claims) {
    Map<String, List<PreparedClaim>> byDriver = new LinkedHashMap<>();
    for (PreparedClaim claim : claims) {
      for (String driver : claim.drivers()) {
        byDriver.computeIfAbsent(driver, name -> new ArrayList<>()).add(claim);
      }
    }
    ArrayDeque<DriverCalls.Batch> batches = new ArrayDeque<>();
    byDriver.forEach((driver, batch) -> batches.add(new DriverCalls.Batch(driver, batch)));
    return batches;
  }
}
