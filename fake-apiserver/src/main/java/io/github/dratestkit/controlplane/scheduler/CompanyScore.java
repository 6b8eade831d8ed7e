package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a node suits the wishes of pods to be near each other or apart: those of the pod that
 * comes, those of the pods that are there, and a little for each pod that must be near one like it
 * (upstream's InterPodAffinity score, hard weight 1; 1.37).
 */
final class CompanyScore {

  private static final int WEIGHT_OF_A_MUST = 1;

  private final Map<PodCompany.Domain, Long> byDomain = new HashMap<>();

  /** Looks at the pods on all nodes. */
  CompanyScore(Pod pod, List<NodeInfo> nodes) {
    boolean wishes = !near(pod).isEmpty() || !apart(pod).isEmpty();
    for (NodeInfo node : nodes) {
      if (wishes || node.hasPodsWithAffinity()) {
        node.pods().forEach(placed -> lookAt(pod, placed.pod(), node));
      }
    }
  }

  /** Returns the score of each node, from 0 to 100. */
  long[] of(List<NodeInfo> nodes) {
    long[] scores = new long[nodes.size()];
    if (byDomain.isEmpty()) {
      return scores;
    }
    for (int i = 0; i < scores.length; i++) {
      for (Map.Entry<PodCompany.Domain, Long> entry : byDomain.entrySet()) {
        if (entry.getKey().contains(nodes.get(i))) {
          scores[i] += entry.getValue();
        }
      }
    }
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (long score : scores) {
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] = most == least ? 0 : (long) (100.0 * (scores[i] - least) / (most - least));
    }
    return scores;
  }

  private void lookAt(Pod pod, Pod other, NodeInfo node) {
    near(pod).forEach(wish -> add(wish, pod, other, node, wish.getWeight()));
    apart(pod).forEach(wish -> add(wish, pod, other, node, -wish.getWeight()));
    near(other).forEach(wish -> add(wish, other, pod, node, wish.getWeight()));
    apart(other).forEach(wish -> add(wish, other, pod, node, -wish.getWeight()));
    PodCompany.nearTerms(other).forEach(must -> add(must, other, pod, node, WEIGHT_OF_A_MUST));
  }

  private void add(WeightedPodAffinityTerm wish, Pod owner, Pod other, NodeInfo node, int weight) {
    add(wish.getPodAffinityTerm(), owner, other, node, weight);
  }

  private void add(PodAffinityTerm term, Pod owner, Pod other, NodeInfo node, int weight) {
    String value = NodeSelectors.labelsOf(node.node()).get(term.getTopologyKey());
    if (value != null && PodCompany.matches(term, owner, other)) {
      byDomain.merge(new PodCompany.Domain(term.getTopologyKey(), value), (long) weight, Long::sum);
    }
  }

  private static List<WeightedPodAffinityTerm> near(Pod pod) {
    Affinity affinity = pod.getSpec().getAffinity();
    return affinity == null || affinity.getPodAffinity() == null
        ? List.of()
        : affinity.getPodAffinity().getPreferredDuringSchedulingIgnoredDuringExecution();
  }

  private static List<WeightedPodAffinityTerm> apart(Pod pod) {
    Affinity affinity = pod.getSpec().getAffinity();
    return affinity == null || affinity.getPodAntiAffinity() == null
        ? List.of()
        : affinity.getPodAntiAffinity().getPreferredDuringSchedulingIgnoredDuringExecution();
  }
}
