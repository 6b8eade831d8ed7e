package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.Toleration;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.Tolerations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How good each node is that a pod fits on: upstream's default scores and weights. Each counts from
 * 0 to 100 before its weight.
 */
final class Scores {

  private static final long BEST = 100;
  private static final List<String> SCORED = List.of(Amounts.CPU, Amounts.MEMORY);

  private Scores() {}

  /**
   * Returns the score of each node, in the order of the nodes.
   *
   * @param all every node there is, for scores that look at pods elsewhere
   */
  static long[] of(
      PodCheck check, WorkloadSpread workloads, List<NodeInfo> nodes, List<NodeInfo> all) {
    Pod pod = check.pod();
    PodDemand demand = check.demand();
    long[] total = new long[nodes.size()];
    add(total, 3, lessIsBetter(each(nodes, node -> badTaints(pod, node.node()))));
    add(total, 2, moreIsBetter(each(nodes, node -> preference(pod, node.node()))));
    add(total, 2, new SpreadScore(pod, workloads).of(nodes, all));
    add(total, 2, new CompanyScore(pod, all).of(nodes));
    add(total, 1, each(nodes, node -> leastAllocated(demand, node)));
    add(total, 1, each(nodes, node -> balanced(demand, node)));
    add(total, 2, moreIsBetter(each(nodes, node -> check.claims().score(node.name()))));
    return total;
  }

  private static long[] each(List<NodeInfo> nodes, ToLongFunction<NodeInfo> score) {
    long[] scores = new long[nodes.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = score.applyAsLong(nodes.get(i));
    }
    return scores;
  }

  private static void add(long[] total, int weight, long[] scores) {
    for (int i = 0; i < total.length; i++) {
      total[i] += weight * scores[i];
    }
  }

  private static long[] moreIsBetter(long[] scores) {
    long most = max(scores);
    if (most == 0) {
      return scores;
    }
    long[] scaled = new long[scores.length];
    for (int i = 0; i < scores.length; i++) {
      scaled[i] = BEST * scores[i] / most;
    }
    return scaled;
  }

  private static long[] lessIsBetter(long[] scores) {
    long most = max(scores);
    long[] scaled = new long[scores.length];
    for (int i = 0; i < scores.length; i++) {
      scaled[i] = most == 0 ? BEST : BEST - BEST * scores[i] / most;
    }
    return scaled;
  }

  private static long max(long[] scores) {
    long most = 0;
    for (long score : scores) {
      most = Math.max(most, score);
    }
    return most;
  }

  private static long badTaints(Pod pod, Node node) {
    if (node.getSpec() == null || node.getSpec().getTaints().isEmpty()) {
      return 0;
    }
    List<Toleration> tolerations = new ArrayList<>();
    for (Toleration toleration : pod.getSpec().getTolerations()) {
      String effect = toleration.getEffect();
      if (effect == null || effect.isEmpty() || effect.equals("PreferNoSchedule")) {
        tolerations.add(toleration);
      }
    }
    return node.getSpec().getTaints().stream()
        .filter(taint -> "PreferNoSchedule".equals(taint.getEffect()))
        .filter(taint -> !Tolerations.tolerate(tolerations, taint))
        .count();
  }

  private static long preference(Pod pod, Node node) {
    if (pod.getSpec().getAffinity() == null) {
      return 0;
    }
    NodeAffinity affinity = pod.getSpec().getAffinity().getNodeAffinity();
    if (affinity == null) {
      return 0;
    }
    long score = 0;
    for (PreferredSchedulingTerm term :
        affinity.getPreferredDuringSchedulingIgnoredDuringExecution()) {
      if (NodeSelectors.matches(term.getPreference(), node)) {
        score += term.getWeight();
      }
    }
    return score;
  }

  private static long leastAllocated(PodDemand demand, NodeInfo node) {
    long score = 0;
    int counted = 0;
    for (String name : SCORED) {
      long all = node.allocatable().get(name);
      if (all == 0) {
        continue;
      }
      long used = node.scoredRequests().get(name) + demand.scoredRequests().get(name);
      score += used > all ? 0 : (all - used) * BEST / all;
      counted++;
    }
    return counted == 0 ? 0 : score / counted;
  }

  private static long balanced(PodDemand demand, NodeInfo node) {
    if (demand.requests().get(Amounts.CPU) == 0 && demand.requests().get(Amounts.MEMORY) == 0) {
      return 0;
    }
    long with = balance(node, node.requested().plus(demand.requests()));
    long without = balance(node, node.requested());
    return BEST / 2 + (BEST / 2 + with - without) / 2;
  }

  private static long balance(NodeInfo node, Amounts requested) {
    List<Double> fractions = new ArrayList<>();
    for (String name : SCORED) {
      long all = node.allocatable().get(name);
      if (all != 0) {
        fractions.add(Math.min(1, (double) requested.get(name) / all));
      }
    }
    double deviation =
        fractions.size() == 2 ? Math.abs((fractions.get(0) - fractions.get(1)) / 2) : 0;
    return (long) ((1 - deviation) * BEST);
  }
}
