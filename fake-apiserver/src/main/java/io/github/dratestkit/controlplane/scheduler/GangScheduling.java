package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places the waiting pods of a group together: one after the other as single pods are, each seeing
 * what the ones before it hold, and all or none of a gang. Where the group names a topology, every
 * domain is tried, and the one that takes most pods wins. Source: {@code
 * pkg/scheduler/schedule_one_podgroup.go}, 1.37 (semantics §7.9).
 */
final class GangScheduling {

  static final String NAME = "GangScheduling";

  private static final String UNSCHEDULABLE = GangAttempt.UNSCHEDULABLE;

  private final PodScheduling scheduling;
  private final PodGroups groups;
  private final PodGroupReports reports;
  private final SchedulingQueue queue;
  private final Cluster cluster;
  private final boolean groupsHoldClaims;
  private final boolean knowsTopology;

  GangScheduling(
      PodScheduling scheduling,
      PodGroups groups,
      PodGroupReports reports,
      SchedulingQueue queue,
      Cluster cluster,
      FeatureSet features) {
    this.scheduling = scheduling;
    this.groups = groups;
    this.reports = reports;
    this.queue = queue;
    this.cluster = cluster;
    this.groupsHoldClaims = features.enabled("DRAWorkloadResourceClaims");
    this.knowsTopology = features.enabled("TopologyAwareWorkloadScheduling");
  }

  /** Tries to place the group of {@code first} with all its pods that wait. */
  void attempt(QueuedPod first, PodGroup group) {
    scheduling.resolveDoubts();
    List<QueuedPod> members = membersWaiting(first, group);
    if (members.isEmpty()) {
      return;
    }
    Optional<String> invalid = whyInvalid(group, members);
    if (invalid.isPresent()) {
      members.forEach(member -> scheduling.failed(member, invalid.get(), ClaimCycle.none()));
      reports.failed(group, invalid.get());
      return;
    }
    List<Pod> placed =
        groups.membersOf(group).stream()
            .filter(pod -> isPlaced(pod) || cluster.isAssumed(pod))
            .toList();
    List<GangAttempt> attempts = tryAll(group, members, placed);
    Optional<GangAttempt> best =
        attempts.stream()
            .filter(attempt -> attempt.result() instanceof Result.Feasible)
            .max(Comparator.comparingInt(attempt -> attempt.placed().size()));
    if (best.isPresent()) {
      place(group, best.get());
    } else {
      reject(group, members, attempts);
    }
  }

  private List<GangAttempt> tryAll(
      PodGroup group, List<QueuedPod> members, Collection<Pod> placed) {
    List<List<NodeInfo>> placements =
        knowsTopology ? Placements.of(group, placed, cluster.nodes()) : List.of(cluster.nodes());
    List<GangAttempt> attempts = new ArrayList<>();
    for (List<NodeInfo> nodes : placements) {
      GangAttempt attempt = tryOn(nodes, group, members, placed.size());
      attempt.placed().forEach(fate -> scheduling.letGo(fate.attempt()));
      attempts.add(attempt);
      if (attempt.result() instanceof Result.Failed) {
        return List.of(attempt);
      }
    }
    return attempts;
  }

  private GangAttempt tryOn(
      List<NodeInfo> nodes, PodGroup group, List<QueuedPod> members, int alreadyPlaced) {
    GangAttempt attempt = new GangAttempt();
    Set<String> shareable = new LinkedHashSet<>();
    int needed = PodGroups.minCount(group);
    int scheduled = alreadyPlaced;
    int remaining = members.size();
    attempt.end(progress(needed, scheduled, remaining, true));
    for (QueuedPod member : members) {
      if (scheduled + remaining < needed) {
        return attempt;
      }
      PodDemand demand = PodDemand.of(member.pod());
      Selection selection =
          scheduling.select(
              member.pod(), demand, groupsHoldClaims ? group : null, shareable, nodes);
      if (selection instanceof Selection.Failed failed) {
        attempt.end(new Result.Failed(member, failed.message()));
        return attempt;
      }
      remaining--;
      if (selection instanceof Selection.Chosen chosen) {
        Attempt one = new Attempt(member, chosen.node().name(), chosen.claims());
        scheduling.hold(one, demand);
        one.claims().claims().stream()
            .filter(claim -> claim.promised() != null)
            .forEach(claim -> shareable.add(claim.uid()));
        attempt.add(new Fate.Placed(one, demand));
        scheduled++;
      } else if (selection instanceof Selection.NoFit noFit) {
        attempt.add(new Fate.Rejected(member, noFit.diagnosis(), noFit.claims()));
      }
      attempt.end(progress(needed, scheduled, remaining, false));
    }
    if (attempt.result() instanceof Result.Feasible && attempt.placed().isEmpty()) {
      attempt.end(new Result.Infeasible("", true));
    }
    return attempt;
  }

  /**
   * Returns how a group fares so far.
   *
   * @param before whether none of its pods was tried yet
   */
  private static Result progress(int needed, int scheduled, int remaining, boolean before) {
    if (scheduled >= needed) {
      return new Result.Feasible();
    }
    boolean hopeless = remaining + scheduled < needed;
    String text =
        hopeless
            ? "minCount (%d) cannot be satisfied: %d scheduled, %d remaining"
            : "minCount (%d) is not yet satisfied: %d scheduled, %d remaining";
    return new Result.Infeasible(text.formatted(needed, scheduled, remaining), before || !hopeless);
  }

  private void place(PodGroup group, GangAttempt attempt) {
    attempt.placed().forEach(fate -> scheduling.hold(fate.attempt(), fate.demand()));
    reports.scheduled(group);
    attempt.placed().forEach(fate -> scheduling.finish(fate.attempt()));
    for (Fate.Rejected fate : attempt.rejected()) {
      scheduling.rejected(
          fate.queued(), fate.diagnosis().rejectors(), fate.diagnosis().message(""), fate.claims());
    }
  }

  private void reject(PodGroup group, List<QueuedPod> members, List<GangAttempt> attempts) {
    if (attempts.size() == 1 && attempts.get(0).result() instanceof Result.Failed failed) {
      String others = "failed to schedule other pod from a pod group: " + failed.message();
      for (QueuedPod member : members) {
        boolean own = member.uid().equals(failed.queued().uid());
        scheduling.failed(member, own ? failed.message() : others, ClaimCycle.none());
      }
      reports.failed(group, others);
      return;
    }
    Result.Infeasible result = resultOf(attempts);
    String message = result.message() + ", " + preemption(group, result);
    GangAttempt shown = attempts.isEmpty() ? new GangAttempt() : attempts.get(0);
    Set<String> rejectors = new LinkedHashSet<>(Set.of(NAME));
    attempts.forEach(attempt -> rejectors.addAll(attempt.rejectors()));
    freeClaims(group, members, shown);
    for (QueuedPod member : members) {
      Fate fate = shown.fates().get(member.uid());
      if (fate instanceof Fate.Rejected rejected) {
        scheduling.rejected(member, rejectors, rejected.diagnosis().message(""), rejected.claims());
      } else {
        String told = fate == null ? result.message() : UNSCHEDULABLE + ", " + message;
        scheduling.rejected(member, rejectors, told, ClaimCycle.none());
      }
    }
    reports.unschedulable(group, message);
  }

  private Result.Infeasible resultOf(List<GangAttempt> attempts) {
    if (attempts.isEmpty() || !(attempts.get(0).result() instanceof Result.Infeasible first)) {
      return new Result.Infeasible("", true);
    }
    if (!knowsTopology) {
      return first;
    }
    return new Result.Infeasible(
        "0/%d placements are available, first placement status: %s"
            .formatted(attempts.size(), first.cause()),
        true);
  }

  /** Returns what came of looking for pods to drive out, which nobody is for a group yet. */
  private String preemption(PodGroup group, Result.Infeasible result) {
    @Nullable Integer priority = group.getSpec().getPriority();
    boolean anyWeaker =
        cluster.nodes().stream()
            .flatMap(node -> node.pods().stream())
            .map(placed -> placed.pod().getSpec().getPriority())
            .anyMatch(other -> (other == null ? 0 : other) < (priority == null ? 0 : priority));
    return "pod group preemption: "
        + (anyWeaker ? result.message() : "No preemption victims found for incoming preemptor");
  }

  /** Frees claims that stood in the way, as single pods do, and then those of the group. */
  private void freeClaims(PodGroup group, List<QueuedPod> members, GangAttempt attempt) {
    if (knowsTopology && group.getSpec().getSchedulingConstraints() != null) {
      return;
    }
    boolean freedAll = true;
    for (Fate.Rejected fate : attempt.rejected()) {
      freedAll &= scheduling.freeClaim(fate.queued().pod(), fate.claims()).isPresent();
    }
    boolean anyPlaced =
        groups.membersOf(group).stream().anyMatch(pod -> isPlaced(pod) || cluster.isAssumed(pod));
    if (freedAll || !groupsHoldClaims || anyPlaced) {
      return;
    }
    List<CycleClaim> unavailable =
        attempt.rejected().stream().flatMap(fate -> fate.claims().unavailable().stream()).toList();
    for (CycleClaim claim : unavailable) {
      if (isHeldOnlyBy(group, claim.claim())) {
        scheduling.deallocate(claim.claim());
        return;
      }
    }
    scheduling.unreserveGroup(group, members.get(0).pod());
  }

  private static boolean isHeldOnlyBy(PodGroup group, ResourceClaim claim) {
    return PodClaims.consumersOf(claim).stream()
        .allMatch(consumer -> consumer.getUid().equals(group.getMetadata().getUid()));
  }

  private List<QueuedPod> membersWaiting(QueuedPod first, PodGroup group) {
    String namespace = group.getMetadata().getNamespace();
    String name = group.getMetadata().getName();
    queue.reopenGated();
    List<QueuedPod> members = new ArrayList<>(List.of(first));
    members.addAll(
        queue.take(
            pod ->
                name.equals(PodClaims.groupNameOf(pod))
                    && namespace.equals(pod.getMetadata().getNamespace())));
    List<QueuedPod> going =
        members.stream()
            .filter(member -> member.pod().getMetadata().getDeletionTimestamp() != null)
            .toList();
    going.forEach(member -> scheduling.skipped(member.pod()));
    members.removeAll(going);
    members.removeIf(member -> cluster.isAssumed(member.pod()));
    members.sort(Comparator.comparingLong(QueuedPod::arrival));
    return members;
  }

  private static Optional<String> whyInvalid(PodGroup group, List<QueuedPod> members) {
    @Nullable Integer given = group.getSpec().getPriority();
    int priority = given == null ? 0 : given;
    return members.stream()
        .filter(member -> member.priority() != priority)
        .findFirst()
        .map(
            member ->
                "all pods in a single pod group should have the same priority as the pod group's"
                    + " priority, got %d and %d".formatted(member.priority(), priority));
  }

  private static boolean isPlaced(Pod pod) {
    return pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty();
  }
}
