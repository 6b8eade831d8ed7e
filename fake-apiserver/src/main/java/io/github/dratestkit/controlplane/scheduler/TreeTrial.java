package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tries to place a group with all groups in it: the oldest first, each seeing what those before it
 * would hold, and within the domain that the one above it is tried in. Source: {@code
 * compositePodGroupSchedulingPlacementAlgorithm}, {@code pkg/scheduler/schedule_one_podgroup.go},
 * 1.37.
 */
final class TreeTrial {

  private static final String OF_CHILD =
      "composite pod group evaluation failed due to child error: ";

  private final GangTrial trial;
  private final Cluster cluster;

  TreeTrial(GangTrial trial, Cluster cluster) {
    this.trial = trial;
    this.cluster = cluster;
  }

  /** The pods of a tree, by their groups. */
  interface Members {

    /** Returns those that wait, in the order in which they came. */
    List<QueuedPod> waiting(PodGroup group);

    /** Returns those that have a node. */
    List<Pod> placed(PodGroup group);

    /** Returns those under a group that have a node. */
    default List<Pod> placed(GroupTree tree) {
      return tree.leaves().stream().flatMap(group -> placed(group).stream()).toList();
    }
  }

  /** How a group fared, the groups in it, and the pods that are held for it. */
  private record Tried(
      GangAttempt attempt, Map<GroupTree.Key, GangAttempt> all, List<Fate.Placed> held) {

    static Tried of(GroupTree group, GangAttempt attempt, List<Fate.Placed> held) {
      return new Tried(attempt, Map.of(group.key(), attempt), held);
    }

    static Tried ended(GroupTree group, Result result) {
      GangAttempt attempt = new GangAttempt();
      attempt.end(result);
      return of(group, attempt, List.of());
    }

    boolean isFeasible() {
      return attempt.result() instanceof Result.Feasible;
    }
  }

  /** Tries everything. Nothing is held afterwards. */
  TreeResult tryAll(GroupTree tree, Members members) {
    Tried tried = tryOn(cluster.nodes(), tree, members);
    trial.letGo(tried.held());
    if (tried.isFeasible() && tried.held().isEmpty()) {
      tried.attempt().end(new Result.Infeasible("", true));
    }
    return new TreeResult(tree, tried.all());
  }

  private Tried tryOn(List<NodeInfo> nodes, GroupTree tree, Members members) {
    if (tree instanceof GroupTree.Leaf leaf) {
      PodGroup group = leaf.group();
      GangAttempt attempt =
          trial.tryAll(leaf, members.waiting(group), members.placed(group), nodes);
      boolean isHeld = attempt.result() instanceof Result.Feasible;
      return Tried.of(leaf, attempt, isHeld ? attempt.placed() : List.of());
    }
    Collection<Pod> placed = members.placed(tree);
    List<Tried> tries = new ArrayList<>();
    List<Tried> feasible = new ArrayList<>();
    List<PlacementScore.Candidate> candidates = new ArrayList<>();
    for (List<NodeInfo> domain : Placements.of(tree.topologyKey(), placed, nodes)) {
      Tried tried = tryChildren(domain, tree, members);
      trial.letGo(tried.held());
      if (tried.attempt().result() instanceof Result.Failed failed) {
        return Tried.ended(tree, failed);
      }
      tries.add(tried);
      if (tried.isFeasible()) {
        feasible.add(tried);
        candidates.add(PlacementScore.candidate(domain, tried.held()));
      }
    }
    if (tries.isEmpty()) {
      return Tried.ended(tree, Placements.refused(0, new Result.Feasible()));
    }
    if (feasible.isEmpty()) {
      Tried first = tries.get(0);
      tries.forEach(
          tried ->
              tried.all().values().forEach(one -> first.attempt().addRejectors(one.rejectors())));
      first.attempt().end(Placements.refused(tries.size(), first.attempt().result()));
      return first;
    }
    Tried best = feasible.get(PlacementScore.best(candidates, placed.size()));
    trial.hold(best.held());
    return best;
  }

  private Tried tryChildren(List<NodeInfo> nodes, GroupTree tree, Members members) {
    Map<GroupTree.Key, GangAttempt> all = new LinkedHashMap<>();
    List<Fate.Placed> held = new ArrayList<>();
    int needed = tree.minCount();
    int scheduled = 0;
    int remaining = tree.children().size();
    Result result = Placements.progress(needed, scheduled, remaining, false);
    for (GroupTree child : tree.children()) {
      if (scheduled + remaining < needed) {
        break;
      }
      Tried tried = tryOn(nodes, child, members);
      if (tried.attempt().result() instanceof Result.Failed failed) {
        trial.letGo(held);
        String message = OF_CHILD + failed.message();
        return Tried.ended(tree, new Result.Failed("", message, message));
      }
      all.putAll(tried.all());
      held.addAll(tried.held());
      remaining--;
      scheduled += tried.isFeasible() ? 1 : 0;
      result = Placements.progress(needed, scheduled, remaining, false);
    }
    GangAttempt attempt = new GangAttempt();
    attempt.end(result);
    all.put(tree.key(), attempt);
    if (result instanceof Result.Feasible) {
      return new Tried(attempt, all, held);
    }
    trial.letGo(held);
    return new Tried(attempt, all, List.of());
  }
}
