package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places the waiting pods of a group, or of all groups of a tree, together, all or none of a gang;
 * and where that cannot be, says why, gives claims back and drives less important pods out. Source:
 * {@code pkg/scheduler/schedule_one_podgroup.go}, 1.37 (semantics §7.9).
 */
final class GangScheduling {

  static final String NAME = "GangScheduling";

  private static final String UNSCHEDULABLE = GangAttempt.UNSCHEDULABLE;

  private final TreeTrial trial;
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
      TreeTrial trial,
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

  /** Tries to place the tree of {@code first} with all its pods that wait. */
  void attempt(QueuedPod first, GroupTree tree) {
    List<QueuedPod> waiting = membersWaiting(first, tree);
    if (waiting.isEmpty()) {
      return;
    }
    TreeTrial.Members members = membersOf(waiting);
    Optional<String> invalid = whyInvalid(tree, waiting, members.placed(tree));
    if (invalid.isPresent()) {
      waiting.forEach(member -> failures.failed(member, invalid.get(), ClaimCycle.none()));
      tree.leaves().forEach(group -> reports.failed(group, invalid.get()));
      return;
    }
    TreeResult result = trial.tryAll(tree, members);
    if (result.isFeasible()) {
      place(tree, members, result);
      queue.groupPlaced(tree.key());
    } else if (result.root().result() instanceof Result.Failed failed) {
      fail(tree, waiting, failed);
    } else {
      reject(tree, waiting, members, result);
    }
  }

  private void place(GroupTree tree, TreeTrial.Members members, TreeResult result) {
    result.placed().forEach(fate -> binding.hold(fate.attempt(), fate.check().demand()));
    for (PodGroup group : tree.leaves()) {
      GangAttempt attempt = result.of(group);
      if (attempt.result() instanceof Result.Infeasible infeasible) {
        leaveOut(group, members.waiting(group), attempt, infeasible);
      } else {
        place(group, attempt);
      }
    }
  }

  private void place(PodGroup group, GangAttempt attempt) {
    reports.scheduled(group);
    attempt.placed().forEach(fate -> binding.finish(fate.attempt()));
    for (Fate.Rejected fate : attempt.rejected()) {
      failures.rejected(
          fate.queued(), fate.diagnosis().rejectors(), fate.diagnosis().message(""), fate.claims());
    }
  }

  /** Leaves a group out that is not needed for the tree above it to be placed. */
  private void leaveOut(
      PodGroup group, List<QueuedPod> members, GangAttempt attempt, Result.Infeasible result) {
    Set<String> rejectors = new LinkedHashSet<>(Set.of(NAME));
    rejectors.addAll(attempt.rejectors());
    rejectAll(
        members,
        new Refusal(attempt, rejectors, result.message(), result.message(), Optional.empty()));
    reports.unschedulable(group, result.message());
  }

  private void fail(GroupTree tree, List<QueuedPod> members, Result.Failed failed) {
    for (QueuedPod member : members) {
      boolean own = member.uid().equals(failed.uid());
      failures.failed(member, own ? failed.own() : failed.message(), ClaimCycle.none());
    }
    tree.leaves().forEach(group -> reports.failed(group, failed.message()));
  }

  private void reject(
      GroupTree tree, List<QueuedPod> waiting, TreeTrial.Members members, TreeResult result) {
    GangPreemption.Plan plan = preemption.plan(tree, waiting, () -> trial.tryAll(tree, members));
    Optional<GangAttempt> complete =
        plan instanceof GangPreemption.Plan.Useless && tree instanceof GroupTree.Leaf leaf
            ? completeSearch.flatMap(
                search -> search.place(leaf, waiting, members.placed(leaf.group())))
            : Optional.empty();
    if (complete.isPresent()) {
      place(tree, members, new TreeResult(tree, Map.of(tree.key(), complete.get())));
      queue.groupPlaced(tree.key());
    } else {
      reject(tree, waiting, members, result, plan);
      queue.groupRefused(tree.key());
    }
  }

  private void reject(
      GroupTree tree,
      List<QueuedPod> waiting,
      TreeTrial.Members members,
      TreeResult result,
      GangPreemption.Plan plan) {
    Set<String> rejectors = new LinkedHashSet<>(Set.of(NAME));
    rejectors.addAll(result.rejectors());
    Optional<String> freed =
        tree instanceof GroupTree.Leaf leaf
            ? freeClaims(leaf.group(), waiting, result.root())
            : Optional.empty();
    boolean tellsFreed = plan instanceof GangPreemption.Plan.Useless useless && !useless.isFinal();
    String afterwards =
        tellsFreed && freed.isPresent() ? freed.get() + ", " + plan.message() : plan.message();
    Optional<GangPreemption.Plan.Room> room =
        plan instanceof GangPreemption.Plan.Room made ? Optional.of(made) : Optional.empty();
    room.ifPresent(
        made ->
            evictions.evict(
                made.victims(),
                new Evictions.Preemptor(
                    tree.key().type(), tree.uid(), tree.priority(), "cluster")));
    for (PodGroup group : tree.leaves()) {
      GangAttempt attempt = result.of(group);
      String before = ((Result.Infeasible) attempt.result()).message();
      String message = before + (", " + afterwards).repeat(result.sharing(group));
      rejectAll(members.waiting(group), new Refusal(attempt, rejectors, before, message, room));
      reports.unschedulable(group, message);
    }
  }

  /**
   * Why the pods of a group are not placed.
   *
   * @param untried what is told of pods that were not tried
   * @param message what is told of the group
   * @param room the room that is made for it, if any is
   */
  private record Refusal(
      GangAttempt attempt,
      Set<String> rejectors,
      String untried,
      String message,
      Optional<GangPreemption.Plan.Room> room) {}

  private void rejectAll(List<QueuedPod> members, Refusal refusal) {
    for (QueuedPod member : members) {
      Optional<String> nominated =
          refusal.room().isEmpty()
              ? Optional.of("")
              : refusal.room().map(room -> room.nodes().get(member.uid()));
      Fate fate = refusal.attempt().fates().get(member.uid());
      if (fate instanceof Fate.Rejected rejected) {
        failures.rejected(
            member,
            refusal.rejectors(),
            rejected.diagnosis().message(""),
            nominated,
            rejected.claims());
        continue;
      }
      boolean makesRoom = refusal.room().isPresent();
      String own = makesRoom ? refusal.message() : UNSCHEDULABLE + ", " + refusal.message();
      failures.rejected(
          member,
          refusal.rejectors(),
          fate == null ? refusal.untried() : own,
          nominated,
          ClaimCycle.none());
    }
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

  private TreeTrial.Members membersOf(List<QueuedPod> waiting) {
    return new TreeTrial.Members() {
      @Override
      public List<QueuedPod> waiting(PodGroup group) {
        return waiting.stream().filter(member -> isIn(member.pod(), group)).toList();
      }

      @Override
      public List<Pod> placed(PodGroup group) {
        return groups.membersOf(group).stream()
            .filter(pod -> isPlaced(pod) || cluster.isAssumed(pod))
            .toList();
      }
    };
  }

  private static boolean isIn(Pod pod, PodGroup group) {
    return group.getMetadata().getName().equals(PodClaims.groupNameOf(pod))
        && group.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace());
  }

  private List<QueuedPod> membersWaiting(QueuedPod first, GroupTree tree) {
    queue.reopenGated();
    List<QueuedPod> members = new ArrayList<>(List.of(first));
    members.addAll(queue.take(pod -> tree.leaves().stream().anyMatch(group -> isIn(pod, group))));
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

  private Optional<String> whyInvalid(GroupTree tree, List<QueuedPod> members, List<Pod> placed) {
    List<Pod> pods = new ArrayList<>(members.stream().map(QueuedPod::pod).toList());
    pods.addAll(placed);
    boolean groupsHavePolicies = features.enabled("PodGroupPreemptionPolicy");
    String policy =
        groupsHavePolicies
            ? policyOf(tree.preemptionPolicy())
            : policyOf(pods.get(0).getSpec().getPreemptionPolicy());
    for (Pod pod : pods) {
      int priority = Nominations.priority(pod);
      if (priority != tree.priority()) {
        return Optional.of(
            "all pods in a single pod group should have the same priority as the pod group's priority, got %d and %d"
                .formatted(priority, tree.priority()));
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
