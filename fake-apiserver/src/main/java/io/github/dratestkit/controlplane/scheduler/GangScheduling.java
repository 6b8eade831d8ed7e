package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import io.github.dratestkit.controlplane.scheduler.GangTrial.Tried;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places the waiting pods of a group together, all or none of a gang; and where that cannot be,
 * says why, gives claims back and drives less important pods out. Source: {@code
 * pkg/scheduler/schedule_one_podgroup.go}, 1.37 (semantics §7.9).
 */
final class GangScheduling {

  static final String NAME = "GangScheduling";

  private static final String UNSCHEDULABLE = GangAttempt.UNSCHEDULABLE;

  private final GangTrial trial;
  private final GangPreemption preemption;
  private final Optional<CompleteGangSearch> completeSearch;
  private final BindingCycle binding;
  private final ClaimRelease release;
  private final Evictions evictions;
  private final Failures failures;
  private final PodReports podReports;
  private final PodGroups groups;
  private final PodGroupReports reports;
  private final SchedulingQueue queue;
  private final Cluster cluster;
  private final FeatureSet features;

  GangScheduling(
      GangTrial trial,
      GangPreemption preemption,
      Optional<CompleteGangSearch> completeSearch,
      BindingCycle binding,
      ClaimRelease release,
      Evictions evictions,
      Failures failures,
      PodReports podReports,
      PodGroups groups,
      PodGroupReports reports,
      SchedulingQueue queue,
      Cluster cluster,
      FeatureSet features) {
    this.trial = trial;
    this.preemption = preemption;
    this.completeSearch = completeSearch;
    this.binding = binding;
    this.release = release;
    this.evictions = evictions;
    this.failures = failures;
    this.podReports = podReports;
    this.groups = groups;
    this.reports = reports;
    this.queue = queue;
    this.cluster = cluster;
    this.features = features;
  }

  /** Tries to place the group of {@code first} with all its pods that wait. */
  void attempt(QueuedPod first, PodGroup group) {
    List<QueuedPod> members = membersWaiting(first, group);
    if (members.isEmpty()) {
      return;
    }
    List<Pod> placed =
        groups.membersOf(group).stream()
            .filter(pod -> isPlaced(pod) || cluster.isAssumed(pod))
            .toList();
    Optional<String> invalid = whyInvalid(group, members, placed);
    if (invalid.isPresent()) {
      members.forEach(member -> failures.failed(member, invalid.get(), ClaimCycle.none()));
      reports.failed(group, invalid.get());
      return;
    }
    Tried tried = trial.tryAll(group, members, placed);
    Optional<GangAttempt> best = tried.best();
    if (best.isPresent()) {
      place(group, best.get());
    } else if (tried.failure().isPresent()) {
      fail(group, members, tried.failure().get());
    } else {
      reject(group, members, tried, placed);
    }
  }

  private void place(PodGroup group, GangAttempt attempt) {
    attempt.placed().forEach(fate -> binding.hold(fate.attempt(), fate.check().demand()));
    reports.scheduled(group);
    attempt.placed().forEach(fate -> binding.finish(fate.attempt()));
    for (Fate.Rejected fate : attempt.rejected()) {
      failures.rejected(
          fate.queued(), fate.diagnosis().rejectors(), fate.diagnosis().message(""), fate.claims());
    }
  }

  private void fail(PodGroup group, List<QueuedPod> members, Result.Failed failed) {
    String others = "failed to schedule other pod from a pod group: " + failed.message();
    for (QueuedPod member : members) {
      boolean own = member.uid().equals(failed.queued().uid());
      failures.failed(member, own ? failed.message() : others, ClaimCycle.none());
    }
    reports.failed(group, others);
  }

  private void reject(PodGroup group, List<QueuedPod> members, Tried tried, List<Pod> placed) {
    GangPreemption.Plan plan =
        preemption.plan(group, members, () -> trial.tryAll(group, members, placed));
    Optional<GangAttempt> complete =
        plan instanceof GangPreemption.Plan.Useless
            ? completeSearch.flatMap(search -> search.place(group, members, placed))
            : Optional.empty();
    if (complete.isPresent()) {
      place(group, complete.get());
    } else {
      reject(group, members, tried, plan);
    }
  }

  private void reject(
      PodGroup group, List<QueuedPod> members, Tried tried, GangPreemption.Plan plan) {
    List<GangAttempt> attempts = tried.attempts();
    Result.Infeasible result = trial.why(tried);
    GangAttempt shown = attempts.isEmpty() ? new GangAttempt() : attempts.get(0);
    Set<String> rejectors = new LinkedHashSet<>(Set.of(NAME));
    attempts.forEach(attempt -> rejectors.addAll(attempt.rejectors()));
    Optional<String> freed = freeClaims(group, members, shown);
    boolean tellsFreed = plan instanceof GangPreemption.Plan.Useless useless && !useless.isFinal();
    String message =
        tellsFreed && freed.isPresent()
            ? result.message() + ", " + freed.get() + ", " + plan.message()
            : result.message() + ", " + plan.message();
    boolean makesRoom = plan instanceof GangPreemption.Plan.Room;
    if (plan instanceof GangPreemption.Plan.Room room) {
      evictions.evict(
          room.victims(),
          new Evictions.Preemptor(
              "podgroup", group.getMetadata().getUid(), PodGroups.priority(group), "cluster"));
    }
    for (QueuedPod member : members) {
      Optional<String> nominated =
          plan instanceof GangPreemption.Plan.Room room
              ? Optional.ofNullable(room.nodes().get(member.uid()))
              : Optional.of("");
      Fate fate = shown.fates().get(member.uid());
      if (fate instanceof Fate.Rejected rejected) {
        failures.rejected(
            member, rejectors, rejected.diagnosis().message(""), nominated, rejected.claims());
        continue;
      }
      String own = makesRoom ? message : UNSCHEDULABLE + ", " + message;
      failures.rejected(
          member, rejectors, fate == null ? result.message() : own, nominated, ClaimCycle.none());
    }
    reports.unschedulable(group, message);
  }

  /**
   * Frees claims that stood in the way, as single pods do, and then those of the group.
   *
   * @return what to tell of it
   */
  private Optional<String> freeClaims(
      PodGroup group, List<QueuedPod> members, GangAttempt attempt) {
    if (features.enabled("TopologyAwareWorkloadScheduling")
        && group.getSpec().getSchedulingConstraints() != null) {
      return Optional.empty();
    }
    Optional<String> done = Optional.of("deallocation and deletion of ResourceClaims completed");
    boolean freedAll = true;
    for (Fate.Rejected fate : attempt.rejected()) {
      freedAll &= release.freeOne(fate.queued().pod(), fate.claims()).isPresent();
    }
    boolean anyPlaced =
        groups.membersOf(group).stream().anyMatch(pod -> isPlaced(pod) || cluster.isAssumed(pod));
    if (freedAll || !features.enabled("DRAWorkloadResourceClaims") || anyPlaced) {
      return done;
    }
    List<CycleClaim> unavailable =
        attempt.rejected().stream().flatMap(fate -> fate.claims().unavailable().stream()).toList();
    for (CycleClaim claim : unavailable) {
      if (isHeldOnlyBy(group, claim.claim())) {
        release.deallocate(claim.claim());
        return done;
      }
    }
    release.unreserve(group, members.get(0).pod());
    return done;
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
    going.forEach(member -> podReports.skipped(member.pod()));
    members.removeAll(going);
    members.removeIf(member -> cluster.isAssumed(member.pod()));
    members.sort(Comparator.comparingLong(QueuedPod::arrival));
    return members;
  }

  private Optional<String> whyInvalid(PodGroup group, List<QueuedPod> members, List<Pod> placed) {
    List<Pod> pods = new ArrayList<>(members.stream().map(QueuedPod::pod).toList());
    pods.addAll(placed);
    boolean groupsHavePolicies = features.enabled("PodGroupPreemptionPolicy");
    String policy =
        groupsHavePolicies
            ? policyOf(group.getSpec().getPreemptionPolicy())
            : policyOf(pods.get(0).getSpec().getPreemptionPolicy());
    for (Pod pod : pods) {
      int priority = Nominations.priority(pod);
      if (priority != PodGroups.priority(group)) {
        return Optional.of(
            "all pods in a single pod group should have the same priority as the pod group's priority, got %d and %d"
                .formatted(priority, PodGroups.priority(group)));
      }
      String own = policyOf(pod.getSpec().getPreemptionPolicy());
      if (!own.equals(policy)) {
        return Optional.of(
            "all pods in a single pod group should have the same preemption policy%s, got %s and %s"
                .formatted(
                    groupsHavePolicies ? " as the pod group's preemption policy" : "",
                    own,
                    policy));
      }
    }
    return Optional.empty();
  }

  private static String policyOf(@Nullable String policy) {
    return policy == null || policy.isEmpty() ? "PreemptLowerPriority" : policy;
  }

  private static boolean isPlaced(Pod pod) {
    return pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty();
  }
}
