package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claim that the scheduler makes for the extended resources of a pod, during one attempt. Which
 * resources are in it depends on the node: one that has a resource of its own needs no devices for
 * it (semantics §7.7).
 */
final class ExtendedClaim {

  /** Marks a claim that was made for extended resources. */
  static final String ANNOTATION = "resource.kubernetes.io/extended-resource-claim";

  /** What the resources need on one node. */
  sealed interface OnNode {
    /** The node has them all itself. */
    record Nothing() implements OnNode {}

    /** The node can never have them. */
    record Impossible(Verdict verdict) implements OnNode {}

    /** Devices for this claim. */
    record Devices(ResourceClaim claim, List<ContainerExtendedResourceRequest> mappings)
        implements OnNode {}
  }

  private final Pod pod;
  private final ClassResolver classes;
  private final Map<String, Long> resources;
  private final @Nullable ResourceClaim leftover;
  private final Map<String, OnNode.Devices> byNode = new LinkedHashMap<>();
  private OnNode.@Nullable Devices chosen;
  private @Nullable AllocationResult promised;
  private @Nullable ResourceClaim created;

  private ExtendedClaim(
      Pod pod,
      ClassResolver classes,
      Map<String, Long> resources,
      @Nullable ResourceClaim leftover) {
    this.pod = pod;
    this.classes = classes;
    this.resources = resources;
    this.leftover = leftover;
  }

  /**
   * Returns the state for a pod if devices may provide any of its extended resources.
   *
   * @param claims all claims, among which one may be left from an attempt that failed
   */
  static Optional<ExtendedClaim> of(
      Pod pod, PodDemand demand, ClassResolver classes, Collection<ResourceClaim> claims) {
    Map<String, Long> resources = new LinkedHashMap<>();
    demand
        .requests()
        .byName()
        .forEach(
            (name, amount) -> {
              if (amount > 0 && ResourceFit.isExtended(name)) {
                resources.put(name, amount);
              }
            });
    if (resources.keySet().stream().noneMatch(name -> classes.classFor(name).isPresent())) {
      return Optional.empty();
    }
    ResourceClaim leftover =
        claims.stream().filter(claim -> isFor(pod, claim)).findFirst().orElse(null);
    return Optional.of(new ExtendedClaim(pod, classes, resources, leftover));
  }

  /** Returns a claim of an earlier attempt, which has to go before another one is made. */
  Optional<ResourceClaim> leftover() {
    return Optional.ofNullable(leftover);
  }

  /** Returns what the resources need on a node. */
  OnNode on(NodeInfo node) {
    if (leftover != null) {
      return impossible("cannot schedule extended resource claim");
    }
    Map<String, String> fromDevices = new LinkedHashMap<>();
    for (String name : resources.keySet()) {
      Optional<String> deviceClass = classes.classFor(name);
      if (deviceClass.isPresent() && node.allocatable().get(name) == 0) {
        fromDevices.put(name, deviceClass.get());
      } else if (!node.allocatable().has(name)) {
        return impossible("cannot fit resource");
      }
    }
    if (fromDevices.isEmpty()) {
      return new OnNode.Nothing();
    }
    ExtendedRequests requests = new ExtendedRequests(pod, fromDevices);
    OnNode.Devices devices = new OnNode.Devices(claimWith(requests), requests.mappings());
    byNode.put(node.name(), devices);
    return devices;
  }

  /** Promises the devices found on the node that was chosen. */
  void choose(String node, AllocationResult allocation) {
    chosen = byNode.get(node);
    promised = allocation;
  }

  /** Returns what is to be created on the chosen node, if anything. */
  Optional<OnNode.Devices> chosen() {
    return Optional.ofNullable(chosen);
  }

  @Nullable AllocationResult promised() {
    return promised;
  }

  /** Returns the claim once it is in the API. */
  Optional<ResourceClaim> created() {
    return Optional.ofNullable(created);
  }

  void created(ResourceClaim claim) {
    created = claim;
  }

  private ResourceClaim claimWith(ExtendedRequests requests) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withGenerateName(pod.getMetadata().getName() + "-extended-resources-")
        .withUid("extended-resources-" + pod.getMetadata().getUid())
        .addToAnnotations(ANNOTATION, "true")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Pod")
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .withRequests(requests.requests())
        .endDevices()
        .endSpec()
        .build();
  }

  private static boolean isFor(Pod pod, ResourceClaim claim) {
    return claim.getMetadata().getAnnotations() != null
        && "true".equals(claim.getMetadata().getAnnotations().get(ANNOTATION))
        && PodClaims.isControlledBy(claim, pod);
  }

  private static OnNode impossible(String reason) {
    return new OnNode.Impossible(Verdict.rejected(ClaimCycle.NAME, Remedy.NONE, reason));
  }
}
