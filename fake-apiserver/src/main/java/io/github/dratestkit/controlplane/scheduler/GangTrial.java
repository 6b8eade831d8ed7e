package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tries to find nodes for the pods of one group, one after the other, each seeing what the ones
 * before it would hold; where the group names a topology, in every domain. Source: {@code
 * podGroupSchedulingPlacementAlgorithm}, {@code pkg/scheduler/schedule_one_podgroup.go}, 1.37.
 */
final class GangTrial {

  private static final String OF_OTHERS = "failed to schedule other pod from a pod group: ";

  private final PodScheduling scheduling;
  private final BindingCycle binding;
  private final boolean groupsHoldClaims;
  private final boolean knowsTopology;

  GangTrial(PodScheduling scheduling, BindingCycle binding, FeatureSet features) {
    this.scheduling = scheduling;
    this.binding = binding;
    this.groupsHoldClaims = features.enabled("DRAWorkloadResourceClaims");
    this.knowsTopology = features.enabled("TopologyAwareWorkloadScheduling");
  }

  /**
   * Tries every domain. What the best attempt places is held afterwards; of attempts that all fail,
   * the first one is returned.
   *
   * @param members the pods of the group that wait
   * @param placed those that have a node
   */
  GangAttempt tryAll(
      GroupTree.Leaf leaf, List<QueuedPod> members, Collection<Pod> placed, List<NodeInfo> nodes) {
    List<List<NodeInfo>> placements =
        knowsTopology
            ? Placements.of(leaf.topologyKey(), placed, nodes)
            : Placements.of(Optional.empty(), placed, nodes);
    List<GangAttempt> attempts = new ArrayList<>();
    List<GangAttempt> feasible = new ArrayList<>();
    List<PlacementScore.Candidate> candidates = new ArrayList<>();
    for (List<NodeInfo> domain : placements) {
      GangAttempt attempt = tryOn(domain, leaf, members, placed.size());
      letGo(attempt.placed());
      if (attempt.result() instanceof Result.Failed) {
        return attempt;
      }
      attempts.add(attempt);
      if (attempt.result() instanceof Result.Feasible) {
        feasible.add(attempt);
        candidates.add(PlacementScore.candidate(domain, attempt.placed()));
      }
    }
    if (feasible.isEmpty()) {
      return refused(attempts);
    }
    GangAttempt best = feasible.get(PlacementScore.best(candidates, placed.size()));
    hold(best.placed());
    return best;
  }

  /** Counts pods on their nodes and holds their devices, in memory only. */
  void hold(List<Fate.Placed> placed) {
    placed.forEach(fate -> binding.hold(fate.attempt(), fate.check().demand()));
  }

  /** Takes back what was held, the last pod first. */
  void letGo(List<Fate.Placed> placed) {
    for (int i = placed.size() - 1; i >= 0; i--) {
      binding.letGo(placed.get(i).attempt());
    }
  }

  private GangAttempt refused(List<GangAttempt> attempts) {
    GangAttempt first = attempts.isEmpty() ? new GangAttempt() : attempts.get(0);
    attempts.forEach(attempt -> first.addRejectors(attempt.rejectors()));
    if (knowsTopology) {
      first.end(Placements.refused(attempts.size(), first.result()));
    }
    return first;
  }

  private GangAttempt tryOn(
      List<NodeInfo> nodes, GroupTree.Leaf leaf, List<QueuedPod> members, int alreadyPlaced) {
    PodGroup group = leaf.group();
    GangAttempt attempt = new GangAttempt();
    Set<String> shareable = new LinkedHashSet<>();
    int needed = leaf.minCount();
    int scheduled = alreadyPlaced;
    int remaining = members.size();
    attempt.end(Placements.progress(needed, scheduled, remaining, true));
    for (QueuedPod member : members) {
      if (scheduled + remaining < needed) {
        return attempt;
      }
      PodDemand demand = PodDemand.of(member.pod());
      Selection selection =
          scheduling.select(
              member.pod(), demand, groupsHoldClaims ? group : null, shareable, nodes);
      if (selection instanceof Selection.Failed failed) {
        attempt.end(
            new Result.Failed(member.uid(), failed.message(), OF_OTHERS + failed.message()));
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
      attempt.end(Placements.progress(needed, scheduled, remaining, false));
    }
    return attempt;
  }
}
