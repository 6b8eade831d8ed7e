package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler checks about claims before it looks at nodes (upstream's DynamicResources
 * plugin, PreEnqueue and PreFilter; semantics §7.4).
 */
final class DynamicResources {

  /** What comes out of looking at the claims of a pod. */
  sealed interface Preparation {
    record Prepared(ClaimCycle cycle) implements Preparation {}

    record Refused(Verdict verdict) implements Preparation {}
  }

  private static final Duration FILTER_TIMEOUT = Duration.ofSeconds(10);
  private static final long STEPS_BETWEEN_LOOKS_AT_THE_CLOCK = 1024;

  private final DeviceWorld world;
  private final FeatureSet features;
  private final PodClaims podClaims;
  private final Timers timers;

  DynamicResources(DeviceWorld world, FeatureSet features, Timers timers) {
    this.world = world;
    this.features = features;
    this.podClaims = PodClaims.of(features);
    this.timers = timers;
  }

  /** Returns why the claims of a pod are not all there yet, or nothing if they are. */
  Optional<String> whyNotReady(Pod pod) {
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      Found found = find(pod, entry);
      if (found instanceof Found.Not not) {
        return Optional.of(not.reason());
      }
    }
    return Optional.empty();
  }

  /** Returns the claims of a pod that exist, whatever their state. */
  List<ResourceClaim> claimsOf(Pod pod) {
    List<ResourceClaim> claims = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      if (find(pod, entry) instanceof Found.Claim found) {
        claims.add(found.claim());
      }
    }
    return claims;
  }

  /**
   * Looks at the claims of a pod before any node is looked at.
   *
   * @param group the pod's group where groups hold claims, else null
   * @param shareable uids of claims that were promised to earlier pods of the same gang
   */
  Preparation prepare(Pod pod, PodDemand demand, @Nullable PodGroup group, Set<String> shareable) {
    List<CycleClaim> claims = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      Found found = find(pod, entry);
      if (found instanceof Found.Not not) {
        return refused(not.reason());
      }
      if (found instanceof Found.Claim claim) {
        claims.add(new CycleClaim(claim.claim(), PodClaims.consumerFor(pod, group, entry)));
      }
    }
    for (CycleClaim claim : claims) {
      Optional<Verdict> problem = claim.isAllocated() ? Optional.empty() : check(claim, shareable);
      if (problem.isPresent()) {
        return new Preparation.Refused(problem.get());
      }
    }
    Optional<ExtendedClaim> extended =
        features.enabled("DRAExtendedResource")
            ? ExtendedClaim.of(pod, demand, world.resolver(), world.claims())
            : Optional.empty();
    boolean needsAllocator =
        extended.isPresent() || claims.stream().anyMatch(claim -> !claim.isAllocated());
    List<ResourceClaim> wanting =
        claims.stream().filter(CycleClaim::needsDevices).map(CycleClaim::claim).toList();
    ClaimCycle cycle =
        new ClaimCycle(
            claims,
            extended.orElse(null),
            needsAllocator ? world.asking(wanting) : null,
            watchesConditions(),
            timers.instant(),
            this::budget);
    return new Preparation.Prepared(
        features.enabled("DRANodeAllocatableResources")
            ? cycle.with(new NodeAllocatable(world::device))
            : cycle);
  }

  boolean watchesConditions() {
    return features.enabled("DRADeviceBindingConditions")
        && features.enabled("DRAResourceClaimDeviceStatus");
  }

  private Optional<Verdict> check(CycleClaim claim, Set<String> shareable) {
    Optional<AllocationResult> promised = world.pending().get(claim.uid());
    if (promised.isPresent() && shareable.contains(claim.uid())) {
      claim.share(promised.get());
      return Optional.empty();
    }
    if (promised.isPresent()) {
      return Optional.of(
          rejected(
              "resource claim %s is in the process of being allocated"
                  .formatted(PodClaims.pathOf(claim.claim()))));
    }
    for (DeviceRequest request : claim.claim().getSpec().getDevices().getRequests()) {
      Optional<Verdict> problem = check(claim.claim(), request);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<Verdict> check(ResourceClaim claim, DeviceRequest request) {
    if (request.getExactly() != null) {
      return checkClass(request.getExactly().getDeviceClassName(), request.getName());
    }
    String where =
        "resource claim %s, request %s: ".formatted(PodClaims.pathOf(claim), request.getName());
    if (request.getFirstAvailable().isEmpty()) {
      return Optional.of(rejected(where + "unknown request type"));
    }
    if (!features.enabled("DRAPrioritizedList")) {
      return Optional.of(
          rejected(where + "has subrequests, but the DRAPrioritizedList feature is disabled"));
    }
    for (DeviceSubRequest alternative : request.getFirstAvailable()) {
      Optional<Verdict> problem =
          checkClass(
              alternative.getDeviceClassName(), request.getName() + "/" + alternative.getName());
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<Verdict> checkClass(@Nullable String className, String request) {
    if (className == null || className.isEmpty()) {
      return Optional.of(
          new Verdict.Failed(
              "running PreFilter plugin \"%s\": request %s: unsupported request type"
                  .formatted(ClaimCycle.NAME, request)));
    }
    if (!world.hasClass(className)) {
      return Optional.of(
          rejected("request %s: device class %s does not exist".formatted(request, className)));
    }
    return Optional.empty();
  }

  private sealed interface Found {
    record Claim(ResourceClaim claim) implements Found {}

    record NotNeeded() implements Found {}

    record Not(String reason) implements Found {}
  }

  private Found find(Pod pod, PodResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(pod, entry);
    if (name instanceof ClaimName.Unknown unknown) {
      return new Found.Not(unknown.message());
    }
    if (name instanceof ClaimName.Direct direct) {
      return find(pod, direct.name());
    }
    if (name instanceof ClaimName.Generated generated) {
      Found found = find(pod, generated.name());
      return found instanceof Found.Claim claim
          ? podClaims.whyNotFor(pod, claim.claim()).<Found>map(Found.Not::new).orElse(found)
          : found;
    }
    return new Found.NotNeeded();
  }

  private Found find(Pod pod, String name) {
    Optional<ResourceClaim> claim = world.claim(pod.getMetadata().getNamespace(), name);
    if (claim.isEmpty()) {
      return new Found.Not(
          "could not find ResourceClaim \"%s/%s\""
              .formatted(pod.getMetadata().getNamespace(), name));
    }
    if (claim.get().getMetadata().getDeletionTimestamp() != null) {
      return new Found.Not("resourceclaim \"%s\" is being deleted".formatted(name));
    }
    return new Found.Claim(claim.get());
  }

  private Budget budget() {
    if (!features.enabled("DRASchedulerFilterTimeout")) {
      return Budget.UNLIMITED;
    }
    Instant deadline = timers.instant().plus(FILTER_TIMEOUT);
    return steps ->
        steps % STEPS_BETWEEN_LOOKS_AT_THE_CLOCK == 0 && timers.instant().isAfter(deadline)
            ? Budget.Verdict.EXPIRED
            : Budget.Verdict.CONTINUE;
  }

  private static Preparation refused(String reason) {
    return new Preparation.Refused(rejected(reason));
  }

  private static Verdict rejected(String reason) {
    return Verdict.rejected(ClaimCycle.NAME, Remedy.NONE, reason);
  }
}
