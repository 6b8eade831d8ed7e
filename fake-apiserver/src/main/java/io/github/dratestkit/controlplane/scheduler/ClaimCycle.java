package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one pod during one attempt. It filters nodes, remembers what the allocator found on
 * each, scores them, and knows which claims stood in the way (semantics §7.4 to §7.6).
 */
final class ClaimCycle implements NodeFilter {

  static final String NAME = "DynamicResources";

  private static final String SKIPPING_FEATURE = "DRAOptionalNodeOperations";
  private static final int MOST_ALTERNATIVES = 8;

  private final List<CycleClaim> claims;
  private final @Nullable ExtendedClaim extended;
  private final KnownOutcomes.@Nullable Asking allocator;
  private final boolean watchesConditions;
  private final boolean offersAlternatives;
  private final Instant now;
  private final Supplier<Budget> budget;
  private final Map<String, List<AllocationResult>> found = new LinkedHashMap<>();
  private final Map<String, Supplier<Explanation>> explanations = new LinkedHashMap<>();
  private final Set<CycleClaim> unavailable = new LinkedHashSet<>();
  private final Map<String, NodeAllocatable.Share> shares = new LinkedHashMap<>();
  private VolumeCycle volumes = VolumeCycle.NONE;
  private @Nullable NodeAllocatable nodeAllocatable;

  /**
   * Creates the state of an attempt.
   *
   * @param extended the claim for extended resources, null if the pod needs none
   * @param allocator null if no claim needs devices
   * @param watchesConditions whether binding conditions are looked at
   */
  ClaimCycle(
      List<CycleClaim> claims,
      @Nullable ExtendedClaim extended,
      KnownOutcomes.@Nullable Asking allocator,
      boolean watchesConditions,
      Instant now,
      Supplier<Budget> budget) {
    this.claims = List.copyOf(claims);
    this.offersAlternatives = claims.stream().anyMatch(ClaimCycle::offersAlternatives);
    this.extended = extended;
    this.allocator = allocator;
    this.watchesConditions = watchesConditions;
    this.now = now;
    this.budget = budget;
  }

  /** Returns the state for a pod without claims. */
  static ClaimCycle none() {
    return new ClaimCycle(List.of(), null, null, false, Instant.EPOCH, () -> Budget.UNLIMITED);
  }

  List<CycleClaim> claims() {
    return claims;
  }

  /** Returns the claim for the pod's extended resources, if devices may provide any of them. */
  Optional<ExtendedClaim> extended() {
    return Optional.ofNullable(extended);
  }

  /** Says whether anything is to be written before the pod can be bound to a node. */
  boolean hasAny(String node) {
    return !claims.isEmpty() || extended != null || !volumes.choice(node).isEmpty();
  }

  /** Returns the volumes of the pod, which are looked at before its claims. */
  VolumeCycle volumes() {
    return volumes;
  }

  /** Also looks at what devices take from their node. */
  ClaimCycle with(NodeAllocatable newNodeAllocatable) {
    nodeAllocatable = newNodeAllocatable;
    return this;
  }

  /** Returns what the devices found on a node take from it. */
  NodeAllocatable.Share share(String node) {
    return shares.getOrDefault(node, NodeAllocatable.Share.NONE);
  }

  /** Adds the volumes of the pod. */
  ClaimCycle with(VolumeCycle newVolumes) {
    volumes = newVolumes;
    return this;
  }

  /** Returns all claims as they were written, the one for extended resources included. */
  Stream<ResourceClaim> written() {
    return Stream.concat(
        claims.stream().map(CycleClaim::claim),
        extended().flatMap(ExtendedClaim::created).stream());
  }

  /** Returns the claims that kept the pod from some node although they are allocated. */
  Set<CycleClaim> unavailable() {
    return unavailable;
  }

  /** Returns what the allocator said of each node it was asked about. */
  Map<String, Supplier<Explanation>> explanations() {
    return explanations;
  }

  @Override
  public Verdict check(Pod pod, PodDemand demand, NodeInfo node) {
    ExtendedClaim.OnNode onNode =
        extended == null ? new ExtendedClaim.OnNode.Nothing() : extended.on(node);
    if (onNode instanceof ExtendedClaim.OnNode.Impossible impossible) {
      return impossible.verdict();
    }
    List<CycleClaim> missing = missingOn(node);
    Optional<Verdict> notShared = refuseSharing(pod);
    if (notShared.isPresent()) {
      return notShared.get();
    }
    List<ResourceClaim> needing = needing(onNode);
    List<AllocationResult> results = List.of();
    if (allocator != null && !needing.isEmpty()) {
      Outcome outcome =
          onNode instanceof ExtendedClaim.OnNode.Devices
              ? allocator.allocateAnew(node.node(), needing, budget.get())
              : allocator.allocate(node.node(), needing, budget.get());
      if (!(outcome instanceof Outcome.Allocated allocated)) {
        explanations.put(node.name(), outcome.why());
        return refused(outcome, node);
      }
      results = allocated.results();
    }
    Verdict taken = takeFrom(node, pod, demand, results);
    if (!(taken instanceof Verdict.Fits)) {
      return taken;
    }
    if (!missing.isEmpty()) {
      unavailable.addAll(missing);
      return Verdict.rejected(NAME, Remedy.NONE, "resourceclaim not available on the node");
    }
    found.put(node.name(), results);
    return Verdict.FITS;
  }

  private List<CycleClaim> missingOn(NodeInfo node) {
    List<CycleClaim> missing = List.of();
    for (CycleClaim claim : claims) {
      if (!isAvailable(claim, node)) {
        missing = missing.isEmpty() ? new ArrayList<>() : missing;
        missing.add(claim);
      }
    }
    return missing;
  }

  private Optional<Verdict> refuseSharing(Pod pod) {
    if (nodeAllocatable == null) {
      return Optional.empty();
    }
    for (CycleClaim claim : claims) {
      AllocationResult held =
          claim.isAllocated() ? claim.claim().getStatus().getAllocation() : claim.promised();
      boolean ofAnother =
          claim.isShared()
              || (!PodClaims.consumersOf(claim.claim()).isEmpty()
                  && !PodClaims.consumersOf(claim.claim()).contains(claim.consumer()));
      if (held != null && ofAnother && nodeAllocatable.isForOnePod(held)) {
        return Optional.of(
            Verdict.rejected(
                NAME,
                Remedy.NONE,
                "node allocatable resource claim %s has a mapped device and cannot be shared across pods"
                    .formatted(claim.claim().getMetadata().getName())));
      }
    }
    return Optional.empty();
  }

  private Verdict takeFrom(
      NodeInfo node, Pod pod, PodDemand demand, List<AllocationResult> results) {
    if (nodeAllocatable == null) {
      return Verdict.FITS;
    }
    Map<ResourceClaim, AllocationResult> allocations = new LinkedHashMap<>();
    int next = 0;
    for (CycleClaim claim : claims) {
      AllocationResult allocation =
          claim.isAllocated()
              ? claim.claim().getStatus().getAllocation()
              : claim.isShared()
                  ? claim.promised()
                  : next < results.size() ? results.get(next++) : null;
      if (allocation != null) {
        allocations.put(claim.claim(), allocation);
      }
    }
    NodeAllocatable.Share share;
    try {
      share = nodeAllocatable.shareOf(pod, node.node(), allocations);
    } catch (IllegalStateException notConsumed) {
      return new Verdict.Failed(String.valueOf(notConsumed.getMessage()));
    }
    shares.put(node.name(), share);
    return share.statuses().isEmpty() ? Verdict.FITS : NodeAllocatable.fits(demand, share, node);
  }

  private List<ResourceClaim> needing(ExtendedClaim.OnNode onNode) {
    List<ResourceClaim> needing = new ArrayList<>();
    for (CycleClaim claim : claims) {
      if (claim.needsDevices()) {
        needing.add(claim.claim());
      }
    }
    if (onNode instanceof ExtendedClaim.OnNode.Devices devices) {
      needing.add(devices.claim());
    }
    return needing;
  }

  /**
   * Returns the same attempt without what has yet to be found: it says where the claims that are
   * allocated, and the volumes, can be used.
   */
  ClaimCycle withoutSearch() {
    List<CycleClaim> allocated = claims.stream().filter(CycleClaim::isAllocated).toList();
    return new ClaimCycle(allocated, null, null, watchesConditions, now, budget).with(volumes);
  }

  /**
   * Takes devices as found on {@code node} that somebody else has found.
   *
   * @param results the allocation of each claim, by uid
   */
  void decide(String node, Map<String, AllocationResult> results) {
    List<AllocationResult> own = new ArrayList<>();
    for (CycleClaim claim : claims) {
      AllocationResult result = claim.needsDevices() ? results.get(claim.uid()) : null;
      if (result != null) {
        own.add(result);
      }
    }
    found.put(node, own);
  }

  /** Promises each claim the devices found on {@code node}. */
  void choose(String node) {
    List<AllocationResult> results = found.getOrDefault(node, List.of());
    List<CycleClaim> needing = claims.stream().filter(CycleClaim::needsDevices).toList();
    for (int i = 0; i < needing.size() && i < results.size(); i++) {
      needing.get(i).promise(results.get(i));
    }
    if (extended != null && results.size() > needing.size()) {
      extended.choose(node, results.get(needing.size()));
    }
  }

  /** Returns the score of a node: the better the alternatives it offers, the higher. */
  long score(String node) {
    if (!offersAlternatives) {
      return 0;
    }
    List<AllocationResult> results = found.getOrDefault(node, List.of());
    long score = 0;
    int next = 0;
    for (CycleClaim claim : claims) {
      AllocationResult allocation;
      if (claim.isAllocated()) {
        allocation = claim.claim().getStatus().getAllocation();
      } else if (claim.isShared()) {
        allocation = claim.promised();
      } else {
        allocation = next < results.size() ? results.get(next++) : null;
      }
      if (allocation != null) {
        score += score(claim.claim(), allocation);
      }
    }
    return score;
  }

  private static boolean offersAlternatives(CycleClaim claim) {
    return claim.claim().getSpec().getDevices().getRequests().stream()
        .anyMatch(request -> !request.getFirstAvailable().isEmpty());
  }

  private static long score(ResourceClaim claim, AllocationResult allocation) {
    Set<String> chosen =
        allocation.getDevices().getResults().stream()
            .map(DeviceRequestAllocationResult::getRequest)
            .collect(Collectors.toSet());
    long score = 0;
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      for (int i = 0; i < request.getFirstAvailable().size(); i++) {
        String name = request.getName() + "/" + request.getFirstAvailable().get(i).getName();
        if (chosen.contains(name)) {
          score += MOST_ALTERNATIVES - i;
        }
      }
    }
    return score;
  }

  private boolean isAvailable(CycleClaim claim, NodeInfo node) {
    NodeSelector selector = claim.availableOn();
    if (selector != null && !NodeSelectors.matches(selector, node.node())) {
      return false;
    }
    if (!claim.isAllocated()) {
      return true;
    }
    if (skipsOperations(claim.claim().getStatus().getAllocation()) && !maySkip(node)) {
      return false;
    }
    if (!watchesConditions) {
      return true;
    }
    BindingConditions.Readiness readiness = BindingConditions.of(claim.claim());
    if (readiness instanceof BindingConditions.Readiness.Broken) {
      return false;
    }
    return readiness instanceof BindingConditions.Readiness.Ready
        || !BindingConditions.isOverdue(claim.claim(), now);
  }

  private static Verdict refused(Outcome outcome, NodeInfo node) {
    String text = outcome.statusText(node.name());
    return outcome instanceof Outcome.Fatal || outcome instanceof Outcome.Stopped
        ? new Verdict.Failed(text)
        : Verdict.rejected(NAME, Remedy.NONE, text);
  }

  private static boolean skipsOperations(AllocationResult allocation) {
    return allocation.getDevices().getResults().stream()
        .anyMatch(result -> !result.getSkipNodeOperations().isEmpty());
  }

  private static boolean maySkip(NodeInfo node) {
    return node.node().getStatus() != null
        && node.node().getStatus().getDeclaredFeatures().contains(SKIPPING_FEATURE);
  }
}
