package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks for pods that could make room for a whole group if they went. All less important ones are
 * taken away, the group is placed, and then as many as possible are put back, those whose going
 * would break a budget first. Source: {@code
 * pkg/scheduler/framework/preemption/podgrouppreemption.go}, 1.37.
 */
final class GangPreemption {

  /** What would have to be done, or why nothing would help. */
  sealed interface Plan {
    String message();

    /**
     * Room is made, or is being made already.
     *
     * @param nodes the node that each pod of the group is to have, by uid
     */
    record Room(List<Pod> victims, Map<String, String> nodes, String message) implements Plan {}

    /**
     * Nothing helps.
     *
     * @param isFinal whether that is all there is to tell
     */
    record Useless(String message, boolean isFinal) implements Plan {}
  }

  private static final String PREFIX = "pod group preemption: ";

  private final Cluster cluster;
  private final Victims victims;
  private final DisruptionBudgets budgets;
  private final boolean groupsHavePolicies;

  /**
   * Creates the search.
   *
   * @param groupsHavePolicies whether a group says itself if it may drive others out
   */
  GangPreemption(
      Cluster cluster, Victims victims, DisruptionBudgets budgets, boolean groupsHavePolicies) {
    this.cluster = cluster;
    this.victims = victims;
    this.budgets = budgets;
    this.groupsHavePolicies = groupsHavePolicies;
  }

  /**
   * Returns what would make room for a group that could not be placed.
   *
   * @param again tries to place it on the nodes as they are then
   */
  Plan plan(GroupTree tree, List<QueuedPod> members, Supplier<TreeResult> again) {
    if (neverPreempts(tree, members)) {
      return new Plan.Useless(PREFIX + "not eligible due to preemptionPolicy=Never.", false);
    }
    int priority = tree.priority();
    if (isWaitingForVictims(members, priority)) {
      Map<String, String> nodes = new LinkedHashMap<>();
      members.forEach(member -> nodes.put(member.uid(), nominated(member.pod()).orElse("")));
      return new Plan.Room(List.of(), nodes, PREFIX + "ongoing preemption on nominated nodes");
    }
    List<Victim> weaker =
        victims.on(cluster.nodes()).stream()
            .filter(victim -> victim.priority() < priority)
            .toList();
    if (weaker.isEmpty()) {
      return new Plan.Useless(PREFIX + "No preemption victims found for incoming preemptor", true);
    }
    Map<String, NodeInfo> before = new LinkedHashMap<>();
    cluster.nodes().forEach(node -> before.put(node.name(), node.copy()));
    try {
      weaker.forEach(this::remove);
      TreeResult result = again.get();
      return result.isFeasible()
          ? room(weaker, result.placed())
          : new Plan.Useless(PREFIX + whyNot(result.root().result()), false);
    } finally {
      before.forEach((name, copy) -> node(name).ifPresent(node -> node.restore(copy)));
    }
  }

  private Plan room(List<Victim> weaker, List<Fate.Placed> placed) {
    DisruptionBudgets.Split split =
        budgets.split(weaker.stream().sorted(Victim.IMPORTANCE).toList());
    List<Victim> leaving = new ArrayList<>();
    List<Victim> inOrder = new ArrayList<>(split.breaking().keySet());
    inOrder.addAll(split.others());
    for (Victim victim : inOrder) {
      if (!maySpare(victim, placed)) {
        leaving.add(victim);
      }
    }
    leaving.sort(Victim.IMPORTANCE);
    List<Pod> pods =
        leaving.stream()
            .flatMap(victim -> victim.members().stream())
            .map(Victim.Member::pod)
            .toList();
    Map<String, String> nodes = new LinkedHashMap<>();
    placed.forEach(fate -> nodes.put(fate.queued().uid(), fate.attempt().node()));
    return new Plan.Room(
        pods,
        nodes,
        PREFIX + "found a placement for podgroup, preempting %d victims".formatted(pods.size()));
  }

  /** Puts a victim back if every pod of the group still fits where it is to be. */
  private boolean maySpare(Victim victim, List<Fate.Placed> placed) {
    for (Victim.Member member : victim.members()) {
      node(member.node()).ifPresent(node -> node.add(member.pod(), member.placed().demand()));
    }
    List<Fate.Placed> added = new ArrayList<>();
    boolean fits = true;
    for (Fate.Placed fate : placed) {
      NodeInfo node = node(fate.attempt().node()).orElseThrow();
      if (!(fate.check().with(node).on(node) instanceof Verdict.Fits)) {
        fits = false;
        break;
      }
      node.add(fate.queued().pod(), fate.check().demand());
      added.add(fate);
    }
    added.forEach(
        fate -> node(fate.attempt().node()).ifPresent(node -> node.remove(fate.queued().uid())));
    if (!fits) {
      remove(victim);
    }
    return fits;
  }

  private void remove(Victim victim) {
    for (Victim.Member member : victim.members()) {
      node(member.node()).ifPresent(node -> node.remove(member.pod().getMetadata().getUid()));
    }
  }

  private Optional<NodeInfo> node(String name) {
    return cluster.node(name);
  }

  private static String whyNot(Result result) {
    if (result instanceof Result.Failed failed) {
      return failed.message();
    }
    return result instanceof Result.Infeasible infeasible ? infeasible.message() : "";
  }

  private boolean neverPreempts(GroupTree tree, List<QueuedPod> members) {
    return groupsHavePolicies
        ? "Never".equals(tree.preemptionPolicy())
        : members.stream()
            .anyMatch(member -> "Never".equals(member.pod().getSpec().getPreemptionPolicy()));
  }

  private boolean isWaitingForVictims(List<QueuedPod> members, int priority) {
    return members.stream()
        .flatMap(member -> nominated(member.pod()).stream())
        .distinct()
        .flatMap(name -> cluster.node(name).stream())
        .flatMap(node -> node.podsNow().stream())
        .map(NodeInfo.Placed::pod)
        .anyMatch(pod -> victims.priorityOf(pod) < priority && Preemption.isDrivenOut(pod));
  }

  private static Optional<String> nominated(Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .map(status -> status.getNominatedNodeName())
        .filter(name -> !name.isEmpty());
  }
}
