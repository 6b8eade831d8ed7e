package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.gang.Gang;
import io.github.dratestkit.allocator.gang.GangOutcome;
import io.github.dratestkit.allocator.gang.GangSearch;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.scheduler.DynamicResources.Preparation;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places a gang that upstream's procedure could not place, because it never takes an earlier choice
 * back (a deviation on purpose, {@code docs/deviations.md}). It is asked last: when the gang fits
 * in no domain and nobody can be driven out for it.
 */
final class CompleteGangSearch {

  /** A scheduler may not stand still over one gang. */
  private static final int MOST_ALLOCATIONS = 2000;

  private final DynamicResources resources;
  private final Volumes volumes;
  private final DeviceWorld devices;
  private final NodeSearch search;
  private final BindingCycle binding;
  private final Cluster cluster;
  private final boolean groupsHoldClaims;
  private final boolean knowsTopology;

  CompleteGangSearch(
      DynamicResources resources,
      Volumes volumes,
      DeviceWorld devices,
      NodeSearch search,
      BindingCycle binding,
      Cluster cluster,
      FeatureSet features) {
    this.resources = resources;
    this.volumes = volumes;
    this.devices = devices;
    this.search = search;
    this.binding = binding;
    this.cluster = cluster;
    this.groupsHoldClaims = features.enabled("DRAWorkloadResourceClaims");
    this.knowsTopology = features.enabled("TopologyAwareWorkloadScheduling");
  }

  /**
   * Returns an attempt that places the gang, if there is one and its claims are of a kind that the
   * search knows: each that is not allocated yet is used by one pod or by all. Pods with extended
   * resources, or with volumes that are chosen together with the node, are left to upstream's way.
   *
   * @param placed the pods of the group that have a node
   */
  Optional<GangAttempt> place(
      GroupTree.Leaf leaf, List<QueuedPod> members, Collection<Pod> placed) {
    PodGroup group = leaf.group();
    int needed = Math.max(1, leaf.minCount() - placed.size());
    Optional<Gang> gang = needed > members.size() ? Optional.empty() : gang(group, members, needed);
    if (gang.isEmpty()) {
      return Optional.empty();
    }
    List<List<NodeInfo>> placements =
        knowsTopology
            ? Placements.of(leaf.topologyKey(), placed, cluster.nodes())
            : List.of(cluster.nodes());
    for (List<NodeInfo> nodes : placements) {
      GangSearch complete = new GangSearch(devices.current(), room(members, group, nodes));
      List<Node> candidates = nodes.stream().map(NodeInfo::node).toList();
      if (complete.place(gang.get(), candidates, MOST_ALLOCATIONS)
          instanceof GangOutcome.Placed found) {
        return attempt(group, members, gang.get(), found, nodes);
      }
    }
    return Optional.empty();
  }

  private Optional<Gang> gang(PodGroup group, List<QueuedPod> members, int needed) {
    Map<String, Integer> users = new HashMap<>();
    List<List<ResourceClaim>> claims = new ArrayList<>();
    List<Object> likenesses = new ArrayList<>();
    for (QueuedPod member : members) {
      Optional<ClaimCycle> cycle = prepare(member.pod(), group, Set.of());
      if (cycle.isEmpty()
          || !cycle.get().volumes().isSettled()
          || cycle.get().extended().isPresent()) {
        return Optional.empty();
      }
      List<ResourceClaim> own =
          cycle.get().claims().stream()
              .filter(CycleClaim::needsDevices)
              .map(CycleClaim::claim)
              .toList();
      likenesses.add(likeness(member.pod(), cycle.get()));
      own.forEach(claim -> users.merge(claim.getMetadata().getUid(), 1, Integer::sum));
      claims.add(own);
    }
    if (users.values().stream().anyMatch(count -> count != 1 && count != members.size())) {
      return Optional.empty();
    }
    boolean several = members.size() > 1;
    List<Gang.Member> asking = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      List<ResourceClaim> own =
          claims.get(i).stream().filter(claim -> !several || usersOf(users, claim) == 1).toList();
      asking.add(new Gang.Member(members.get(i).uid(), own, likenesses.get(i)));
    }
    List<ResourceClaim> shared =
        claims.get(0).stream().filter(claim -> several && usersOf(users, claim) > 1).toList();
    return Optional.of(new Gang(asking, shared, needed, Optional.empty()));
  }

  /** What decides where a pod can be, besides the claims that want devices. */
  private static Object likeness(Pod pod, ClaimCycle cycle) {
    PodSpec spec = pod.getSpec();
    List<Object> containers = new ArrayList<>();
    for (Container container : spec.getContainers()) {
      ResourceRequirements resources = container.getResources();
      containers.add(
          resources == null ? List.of() : List.of(resources.getRequests(), resources.getLimits()));
      containers.add(container.getPorts());
    }
    return Arrays.asList(
        containers,
        spec.getInitContainers(),
        spec.getOverhead(),
        spec.getNodeSelector(),
        spec.getAffinity(),
        spec.getTolerations(),
        spec.getTopologySpreadConstraints(),
        Volumes.any(pod) ? spec.getVolumes() : List.of(),
        cycle.claims().stream().filter(CycleClaim::isAllocated).map(CycleClaim::uid).toList());
  }

  private static int usersOf(Map<String, Integer> users, ResourceClaim claim) {
    return users.getOrDefault(claim.getMetadata().getUid(), 0);
  }

  /** Asks for everything but devices to be found, pod by pod, each seeing those before it. */
  private Gang.Room room(List<QueuedPod> members, PodGroup group, List<NodeInfo> nodes) {
    Map<String, QueuedPod> byUid = new HashMap<>();
    Map<String, ClaimCycle> settled = new HashMap<>();
    for (QueuedPod member : members) {
      byUid.put(member.uid(), member);
      prepare(member.pod(), group, Set.of())
          .ifPresent(cycle -> settled.put(member.uid(), cycle.withoutSearch()));
    }
    Map<String, NodeInfo> byName = new HashMap<>();
    nodes.forEach(node -> byName.put(node.name(), node));
    return (node, asking) -> {
      NodeInfo info = byName.get(node.getMetadata().getName());
      if (info == null) {
        return false;
      }
      NodeInfo fuller = info.copy();
      for (Gang.Member member : asking) {
        QueuedPod queued = byUid.get(member.name());
        ClaimCycle claims = settled.get(member.name());
        if (queued == null || claims == null) {
          return false;
        }
        PodDemand demand = PodDemand.of(queued.pod());
        PodCheck check = search.check(queued.pod(), demand, claims, nodes);
        if (!(check.with(fuller).on(fuller) instanceof Verdict.Fits)) {
          return false;
        }
        fuller.add(queued.pod(), demand);
      }
      return true;
    };
  }

  private Optional<GangAttempt> attempt(
      PodGroup group,
      List<QueuedPod> members,
      Gang gang,
      GangOutcome.Placed found,
      List<NodeInfo> nodes) {
    Map<String, AllocationResult> results = new HashMap<>();
    add(results, gang.shared(), found.shared());
    Map<String, String> nodeOf = new HashMap<>();
    for (GangOutcome.Placement placement : found.placements()) {
      nodeOf.put(placement.member().name(), placement.node());
      add(results, placement.member().claims(), placement.results());
    }
    GangAttempt attempt = new GangAttempt();
    Set<String> shareable = new LinkedHashSet<>();
    for (QueuedPod member : members) {
      @Nullable String node = nodeOf.get(member.uid());
      Optional<ClaimCycle> cycle =
          node == null ? Optional.empty() : prepare(member.pod(), group, shareable);
      if (node == null || cycle.isEmpty()) {
        attempt.add(leftOut(member));
        continue;
      }
      cycle.get().decide(node, results);
      PodDemand demand = PodDemand.of(member.pod());
      Attempt one = new Attempt(member, node, cycle.get());
      binding.hold(one, demand);
      cycle.get().claims().forEach(claim -> shareable.add(claim.uid()));
      attempt.add(new Fate.Placed(one, search.check(member.pod(), demand, cycle.get(), nodes)));
    }
    attempt.placed().forEach(fate -> binding.letGo(fate.attempt()));
    attempt.end(new Result.Feasible());
    return Optional.of(attempt);
  }

  private static void add(
      Map<String, AllocationResult> results,
      List<ResourceClaim> claims,
      List<AllocationResult> found) {
    for (int i = 0; i < claims.size(); i++) {
      results.put(claims.get(i).getMetadata().getUid(), found.get(i));
    }
  }

  private Fate.Rejected leftOut(QueuedPod member) {
    return new Fate.Rejected(
        member,
        Diagnosis.everywhere(
            cluster.size(),
            new Rejected(
                GangScheduling.NAME,
                Remedy.NONE,
                List.of("its group was placed without it, for not all of its pods fit together"))),
        ClaimCycle.none());
  }

  private Optional<ClaimCycle> prepare(Pod pod, PodGroup group, Set<String> shareable) {
    Preparation preparation =
        resources.prepare(pod, PodDemand.of(pod), groupsHoldClaims ? group : null, shareable);
    return preparation instanceof Preparation.Prepared prepared
            && volumes.prepare(pod) instanceof Volumes.Preparation.Prepared ofVolumes
        ? Optional.of(prepared.cycle().with(ofVolumes.cycle()))
        : Optional.empty();
  }
}
