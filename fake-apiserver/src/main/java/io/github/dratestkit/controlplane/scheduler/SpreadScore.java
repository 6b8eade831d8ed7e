package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much a node evens out pods that shall be spread if possible: the fewer there are in its
 * domains, the better (upstream's PodTopologySpread score, 1.37).
 */
final class SpreadScore {

  private static final long BEST = 100;
  private static final String HOST = "kubernetes.io/hostname";

  private final List<TopologySpreadConstraint> constraints;
  private final Pod pod;

  SpreadScore(Pod pod) {
    this.pod = pod;
    this.constraints =
        pod.getSpec().getTopologySpreadConstraints().stream()
            .filter(constraint -> "ScheduleAnyway".equals(constraint.getWhenUnsatisfiable()))
            .toList();
  }

  /**
   * Returns the score of each node that fits, from 0 to 100; one that lacks a label gets none.
   *
   * @param all all nodes, whose pods are counted
   */
  long[] of(List<NodeInfo> nodes, List<NodeInfo> all) {
    long[] scores = new long[nodes.size()];
    if (constraints.isEmpty()) {
      return scores;
    }
    List<NodeInfo> counting = nodes.stream().filter(this::hasLabels).toList();
    double[] sums = new double[nodes.size()];
    for (TopologySpreadConstraint constraint : constraints) {
      Set<String> domains = new HashSet<>();
      counting.forEach(node -> domains.add(domainOf(constraint, node)));
      boolean byHost = constraint.getTopologyKey().equals(HOST);
      double weight = Math.log((byHost ? counting.size() : domains.size()) + 2.0);
      Map<String, Long> pods = count(constraint, domains, all);
      for (int i = 0; i < sums.length; i++) {
        if (hasLabels(nodes.get(i))) {
          long here = pods.getOrDefault(domainOf(constraint, nodes.get(i)), 0L);
          sums[i] += here * weight + (constraint.getMaxSkew() - 1);
        }
      }
    }
    return scaled(nodes, sums);
  }

  private long[] scaled(List<NodeInfo> nodes, double[] sums) {
    List<Long> rounded = new ArrayList<>();
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < sums.length; i++) {
      long score = Math.round(sums[i]);
      rounded.add(score);
      if (hasLabels(nodes.get(i))) {
        least = Math.min(least, score);
        most = Math.max(most, score);
      }
    }
    long[] scores = new long[sums.length];
    for (int i = 0; i < scores.length; i++) {
      if (hasLabels(nodes.get(i))) {
        scores[i] = most == 0 ? BEST : BEST * (most + least - rounded.get(i)) / most;
      }
    }
    return scores;
  }

  private Map<String, Long> count(
      TopologySpreadConstraint constraint, Set<String> domains, List<NodeInfo> all) {
    Map<String, Long> pods = new HashMap<>();
    for (NodeInfo node : all) {
      String domain = domainOf(constraint, node);
      if (domain == null || !domains.contains(domain) || !hasLabels(node)) {
        continue;
      }
      if (NodeFilters.isChosen(pod, node.node())) {
        long here =
            node.pods().stream()
                .filter(placed -> PodSpread.counts(pod, constraint, placed.pod()))
                .count();
        pods.merge(domain, here, Long::sum);
      }
    }
    return pods;
  }

  private boolean hasLabels(NodeInfo node) {
    return constraints.stream().allMatch(constraint -> domainOf(constraint, node) != null);
  }

  private static @Nullable String domainOf(TopologySpreadConstraint constraint, NodeInfo node) {
    return NodeSelectors.labelsOf(node.node()).get(constraint.getTopologyKey());
  }
}
