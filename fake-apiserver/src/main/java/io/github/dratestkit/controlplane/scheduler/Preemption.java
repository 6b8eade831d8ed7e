package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.scheduler.NodeInfo.Placed;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a node where a pod would fit if pods of lower priority went. It knows nothing of
 * devices: removing a pod frees none in its eyes, as in 1.37 (semantics §7.4). Source: {@code
 * pkg/scheduler/framework/preemption} and its default plugin.
 */
final class Preemption {

  /** What would have to be done, or why nothing would help. */
  sealed interface Plan {
    String message();

    /** These pods must go from this node. */
    record Evict(NodeInfo node, List<Pod> victims) implements Plan {
      @Override
      public String message() {
        return "preemption: found a potential placement for pod on node %s, preempting %d victims"
            .formatted(node.name(), victims.size());
      }
    }

    /** Nothing helps. */
    record Useless(String message) implements Plan {}
  }

  private record Candidate(NodeInfo node, List<Placed> victims) {}

  private static final Comparator<Placed> IMPORTANCE =
      Comparator.comparingInt((Placed placed) -> Nominations.priority(placed.pod()))
          .reversed()
          .thenComparing(placed -> startOf(placed.pod()));

  /** The fewest and least important victims, and among those the pods that started last. */
  private static final Comparator<Candidate> PREFERENCE =
      Comparator.comparingInt(
              (Candidate candidate) -> Nominations.priority(candidate.victims().get(0).pod()))
          .thenComparingLong(Preemption::sumOfPriorities)
          .thenComparingInt(candidate -> candidate.victims().size())
          .thenComparing(Preemption::earliestStart, Comparator.reverseOrder());

  private final NodeSearch search;
  private final Cluster cluster;
  private final Nominations nominations;

  Preemption(NodeSearch search, Cluster cluster, Nominations nominations) {
    this.search = search;
    this.cluster = cluster;
    this.nominations = nominations;
  }

  /** Returns what would make room for a pod that {@code diagnosis} found no node for. */
  Plan plan(Pod pod, PodDemand demand, ClaimCycle claims, Diagnosis diagnosis) {
    if ("Never".equals(pod.getSpec().getPreemptionPolicy())) {
      return new Plan.Useless("preemption: not eligible due to preemptionPolicy=Never.");
    }
    if (isWaitingForVictims(pod)) {
      return new Plan.Useless(
          "preemption: not eligible due to a terminating pod on the nominated node.");
    }
    Diagnosis dryRun = Diagnosis.ofNodes(cluster.size());
    List<Candidate> candidates = new ArrayList<>();
    for (String name : diagnosis.nodesForPreemption()) {
      cluster
          .node(name)
          .flatMap(node -> candidate(pod, demand, claims, node, dryRun))
          .ifPresent(candidates::add);
    }
    Optional<Candidate> best = candidates.stream().min(PREFERENCE);
    if (best.isPresent()) {
      return new Plan.Evict(
          best.get().node(), best.get().victims().stream().map(Placed::pod).toList());
    }
    dryRun.setElsewhere(
        new Rejected("", Remedy.NONE, List.of("Preemption is not helpful for scheduling")));
    return new Plan.Useless("preemption: " + dryRun.message(""));
  }

  private Optional<Candidate> candidate(
      Pod pod, PodDemand demand, ClaimCycle claims, NodeInfo node, Diagnosis dryRun) {
    List<Placed> lower =
        node.podsNow().stream()
            .filter(placed -> Nominations.priority(placed.pod()) < Nominations.priority(pod))
            .sorted(IMPORTANCE)
            .toList();
    if (lower.isEmpty()) {
      dryRun.add(
          node.name(),
          new Rejected("", Remedy.NONE, List.of("No preemption victims found for incoming pod")));
      return Optional.empty();
    }
    NodeInfo emptier = node.copy();
    lower.forEach(placed -> emptier.remove(placed.pod().getMetadata().getUid()));
    Verdict verdict = search.check(pod, demand, claims, emptier);
    if (verdict instanceof Rejected rejected) {
      dryRun.add(node.name(), rejected);
    }
    if (!(verdict instanceof Verdict.Fits)) {
      return Optional.empty();
    }
    List<Placed> victims = new ArrayList<>();
    for (Placed placed : lower) {
      emptier.add(placed.pod(), placed.demand());
      if (!(search.check(pod, demand, claims, emptier) instanceof Verdict.Fits)) {
        emptier.remove(placed.pod().getMetadata().getUid());
        victims.add(placed);
      }
    }
    return victims.isEmpty() ? Optional.empty() : Optional.of(new Candidate(node, victims));
  }

  private boolean isWaitingForVictims(Pod pod) {
    return nominations
        .nodeOf(pod)
        .flatMap(cluster::node)
        .filter(
            node ->
                node.pods().stream()
                    .map(Placed::pod)
                    .anyMatch(
                        other ->
                            other.getMetadata().getDeletionTimestamp() != null
                                && Nominations.priority(other) < Nominations.priority(pod)))
        .isPresent();
  }

  private static long sumOfPriorities(Candidate candidate) {
    return candidate.victims().stream()
        .mapToLong(placed -> Nominations.priority(placed.pod()) + Integer.MAX_VALUE + 1L)
        .sum();
  }

  private static String earliestStart(Candidate candidate) {
    int highest = Nominations.priority(candidate.victims().get(0).pod());
    return candidate.victims().stream()
        .map(Placed::pod)
        .filter(pod -> Nominations.priority(pod) == highest)
        .map(Preemption::startOf)
        .min(Comparator.naturalOrder())
        .orElse("");
  }

  /** Times in RFC 3339 in UTC order as text; a pod that has not started counts as the youngest. */
  private static String startOf(Pod pod) {
    String start = pod.getStatus() == null ? null : pod.getStatus().getStartTime();
    return start == null ? "9999" : start;
  }
}
