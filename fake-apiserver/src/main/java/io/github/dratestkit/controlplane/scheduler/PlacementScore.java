package io.github.dratestkit.controlplane.scheduler;

import io.github.dratestkit.controlplane.scheduler.GangAttempt.Fate;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of several domains a group is placed in: the one that takes most of its pods and is filled
 * best afterwards. Each counts from 0 to 100. Source: {@code PodGroupPodsCount} and {@code
 * NodeResourcesFit.ScorePlacement}, 1.37.
 */
final class PlacementScore {

  private static final long BEST = 100;

  /**
   * A domain in which the group can be placed.
   *
   * @param placed what would be placed there
   */
  record Candidate(List<NodeInfo> nodes, List<PodDemand> placed) {}

  private PlacementScore() {}

  static Candidate candidate(List<NodeInfo> nodes, List<Fate.Placed> placed) {
    return new Candidate(nodes, placed.stream().map(fate -> fate.check().demand()).toList());
  }

  /**
   * Returns the place of the best candidate, the first of equal ones.
   *
   * @param alreadyPlaced how many pods of the group have a node
   */
  static int best(List<Candidate> candidates, int alreadyPlaced) {
    List<Long> counts = new ArrayList<>();
    for (Candidate candidate : candidates) {
      counts.add((long) alreadyPlaced + candidate.placed().size());
    }
    long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
    int best = 0;
    long bestScore = -1;
    for (int i = 0; i < candidates.size(); i++) {
      long byCount = most == 0 ? 0 : counts.get(i) * BEST / most;
      long score = byCount + filled(candidates.get(i));
      if (score > bestScore) {
        best = i;
        bestScore = score;
      }
    }
    return best;
  }

  private static long filled(Candidate candidate) {
    long score = 0;
    int counted = 0;
    for (String name : List.of(Amounts.CPU, Amounts.MEMORY)) {
      long all = 0;
      long used = 0;
      for (PodDemand demand : candidate.placed()) {
        used += demand.scoredRequests().get(name);
      }
      for (NodeInfo node : candidate.nodes()) {
        long allocatable = node.allocatable().get(name);
        if (allocatable != 0) {
          all += allocatable;
          used += node.scoredRequests().get(name);
        }
      }
      if (all != 0) {
        score += Math.min(used, all) * BEST / all;
        counted++;
      }
    }
    return counted == 0 ? 0 : score / counted;
  }
}
