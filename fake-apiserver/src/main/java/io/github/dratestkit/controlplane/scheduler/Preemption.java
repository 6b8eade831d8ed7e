package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for a node where a pod would fit if less important ones went. It knows nothing of devices:
 * removing a pod frees none in its eyes, as in 1.37 (semantics §7.4). Source: {@code
 * pkg/scheduler/framework/preemption} and its default plugin.
 */
final class Preemption {

  /** What would have to be done, or why nothing would help. */
  sealed interface Plan {
    String message();

    /** These pods must go from this node. */
    record Evict(String node, List<Pod> victims) implements Plan {
      @Override
      public String message() {
        return "preemption: found a potential placement for pod on node %s, preempting %d victims"
            .formatted(node, victims.size());
      }
    }

    /** Nothing helps: room that was being made is given up. */
    record Useless(String message) implements Plan {}

    /** The pod may drive nobody out now; room that is being made for it stays its own. */
    record NotNow(String message) implements Plan {}
  }

  private record Candidate(String node, List<Victim> victims, int broken) {
    List<Pod> pods() {
      return victims.stream()
          .flatMap(victim -> victim.members().stream())
          .map(Victim.Member::pod)
          .toList();
    }
  }

  /**
   * The fewest broken budgets, then the least important and fewest victims, and among those the
   * pods that started last.
   */
  private static final Comparator<Candidate> PREFERENCE =
      Comparator.comparingInt(Candidate::broken)
          .thenComparingInt(candidate -> Nominations.priority(candidate.pods().get(0)))
          .thenComparingLong(Preemption::sumOfPriorities)
          .thenComparingInt(candidate -> candidate.pods().size())
          .thenComparing(Preemption::earliestStart, Comparator.reverseOrder());

  private final Cluster cluster;
  private final Victims victims;
  private final DisruptionBudgets budgets;

  Preemption(Cluster cluster, Victims victims, DisruptionBudgets budgets) {
    this.cluster = cluster;
    this.victims = victims;
    this.budgets = budgets;
  }

  /** Returns what would make room for a pod that {@code diagnosis} found no node for. */
  Plan plan(PodCheck check, Diagnosis diagnosis) {
    Pod pod = check.pod();
    if ("Never".equals(pod.getSpec().getPreemptionPolicy())) {
      return new Plan.NotNow("preemption: not eligible due to preemptionPolicy=Never.");
    }
    if (isWaitingForVictims(pod, diagnosis)) {
      return new Plan.NotNow(
          "preemption: not eligible due to a terminating pod on the nominated node.");
    }
    Diagnosis dryRun = Diagnosis.ofNodes(cluster.size());
    List<Candidate> candidates = new ArrayList<>();
    for (String name : diagnosis.nodesForPreemption()) {
      cluster.node(name).flatMap(node -> candidate(check, node, dryRun)).ifPresent(candidates::add);
    }
    Optional<Candidate> best = candidates.stream().min(PREFERENCE);
    if (best.isPresent()) {
      return new Plan.Evict(best.get().node(), best.get().pods());
    }
    dryRun.setElsewhere(
        new Rejected("", Remedy.NONE, List.of("Preemption is not helpful for scheduling")));
    return new Plan.Useless("preemption: " + dryRun.message(""));
  }

  private Optional<Candidate> candidate(PodCheck check, NodeInfo node, Diagnosis dryRun) {
    int priority = Nominations.priority(check.pod());
    List<Victim> weaker =
        victims.on(List.of(node)).stream().filter(victim -> victim.priority() < priority).toList();
    if (weaker.isEmpty()) {
      dryRun.add(
          node.name(),
          new Rejected("", Remedy.NONE, List.of("No preemption victims found for incoming pod")));
      return Optional.empty();
    }
    NodeInfo emptier = node.copy();
    weaker.forEach(victim -> remove(victim, emptier));
    Verdict verdict = check.with(emptier).on(emptier);
    if (verdict instanceof Rejected rejected) {
      dryRun.add(node.name(), rejected);
    }
    if (!(verdict instanceof Verdict.Fits)) {
      return Optional.empty();
    }
    DisruptionBudgets.Split split =
        budgets.split(weaker.stream().sorted(Victim.IMPORTANCE).toList());
    List<Victim> leaving = new ArrayList<>();
    int broken = 0;
    for (Map.Entry<Victim, Integer> entry : split.breaking().entrySet()) {
      if (!maySpare(entry.getKey(), check, emptier)) {
        leaving.add(entry.getKey());
        broken += entry.getValue();
      }
    }
    for (Victim victim : split.others()) {
      if (!maySpare(victim, check, emptier)) {
        leaving.add(victim);
      }
    }
    leaving.sort(Victim.IMPORTANCE);
    return leaving.isEmpty()
        ? Optional.empty()
        : Optional.of(new Candidate(node.name(), leaving, broken));
  }

  /** Puts a victim back if the pod fits beside it. */
  private static boolean maySpare(Victim victim, PodCheck check, NodeInfo node) {
    for (Victim.Member member : victim.members()) {
      if (member.node().equals(node.name())) {
        node.add(member.pod(), member.placed().demand());
      }
    }
    if (check.with(node).on(node) instanceof Verdict.Fits) {
      return true;
    }
    remove(victim, node);
    return false;
  }

  private static void remove(Victim victim, NodeInfo node) {
    victim.members().forEach(member -> node.remove(member.pod().getMetadata().getUid()));
  }

  /** A pod that drove others out waits for them, unless its node could not take it even then. */
  private boolean isWaitingForVictims(Pod pod, Diagnosis diagnosis) {
    String nominated = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
    return nominated != null
        && diagnosis.nodesForPreemption().contains(nominated)
        && cluster
            .node(nominated)
            .filter(
                node ->
                    node.podsNow().stream()
                        .map(NodeInfo.Placed::pod)
                        .filter(other -> victims.priorityOf(other) < Nominations.priority(pod))
                        .anyMatch(Preemption::isDrivenOut))
            .isPresent();
  }

  /** Says whether a pod is going because the scheduler drove it out. */
  static boolean isDrivenOut(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null
        && PodConditions.find(pod, Evictions.CONDITION)
            .filter(condition -> "True".equals(condition.getStatus()))
            .filter(condition -> Evictions.REASON.equals(condition.getReason()))
            .isPresent();
  }

  private static long sumOfPriorities(Candidate candidate) {
    return candidate.pods().stream()
        .mapToLong(pod -> Nominations.priority(pod) + Integer.MAX_VALUE + 1L)
        .sum();
  }

  private static String earliestStart(Candidate candidate) {
    int highest = Nominations.priority(candidate.pods().get(0));
    return candidate.pods().stream()
        .filter(pod -> Nominations.priority(pod) == highest)
        .map(Victim::startOf)
        .min(Comparator.naturalOrder())
        .orElse("");
  }
}
