package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tries to find nodes for the pods of a group, one after the other, each seeing what the ones
 * before it would hold; where the group names a topology, in every domain. Nothing is held
 * afterwards. Source: {@code podGroupSchedulingPlacementAlgorithm}, {@code
 * pkg/scheduler/schedule_one_podgroup.go}, 1.37.
 */
final class GangTrial {

  private final PodScheduling scheduling;
  private final BindingCycle binding;
  private final Cluster cluster;
  private final boolean groupsHoldClaims;
  private final boolean knowsTopology;

  GangTrial(PodScheduling scheduling, BindingCycle binding, Cluster cluster, FeatureSet features) {
    this.scheduling = scheduling;
    this.binding = binding;
    this.cluster = cluster;
    this.groupsHoldClaims = features.enabled("DRAWorkloadResourceClaims");
    this.knowsTopology = features.enabled("TopologyAwareWorkloadScheduling");
  }

  /** What was tried in each domain, in order; one attempt alone if something was wrong in it. */
  record Tried(List<GangAttempt> attempts) {

    /** Returns the attempt that places most pods, if any is feasible. */
    Optional<GangAttempt> best() {
      return attempts.stream()
          .filter(attempt -> attempt.result() instanceof Result.Feasible)
          .max(Comparator.comparingInt(attempt -> attempt.placed().size()));
    }

    /** Returns what ended the attempt early, if something did. */
    Optional<Result.Failed> failure() {
      return attempts.size() == 1 && attempts.get(0).result() instanceof Result.Failed failed
          ? Optional.of(failed)
          : Optional.empty();
    }
  }

  /**
   * Tries everything.
   *
   * @param placed the pods of the group that have a node
   */
  Tried tryAll(PodGroup group, List<QueuedPod> members, Collection<Pod> placed) {
    List<List<NodeInfo>> placements =
        knowsTopology ? Placements.of(group, placed, cluster.nodes()) : List.of(cluster.nodes());
    List<GangAttempt> attempts = new ArrayList<>();
    for (List<NodeInfo> nodes : placements) {
      GangAttempt attempt = tryOn(nodes, group, members, placed.size());
      attempt.placed().forEach(fate -> binding.letGo(fate.attempt()));
      attempts.add(attempt);
      if (attempt.result() instanceof Result.Failed) {
        return new Tried(List.of(attempt));
      }
    }
    return new Tried(attempts);
  }

  /** Returns why the group cannot be placed, in the words of the first domain. */
  Result.Infeasible why(Tried tried) {
    List<GangAttempt> attempts = tried.attempts();
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
        binding.hold(one, demand);
        one.claims().claims().stream()
            .filter(claim -> claim.promised() != null)
            .forEach(claim -> shareable.add(claim.uid()));
        attempt.add(new Fate.Placed(one, chosen.check()));
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
}
