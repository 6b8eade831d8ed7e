package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a node evens out pods that shall be spread if possible: the fewer there are in its
 * domains, the better. A node that lacks a label is left out if the pod itself asks for it, and
 * only spread over what it has if the pod says nothing. Source: {@code
 * pkg/scheduler/framework/plugins/podtopologyspread/scoring.go}, 1.37.
 */
final class SpreadScore {

  private static final long BEST = 100;
  private static final String HOST = "kubernetes.io/hostname";

  private final List<TopologySpreadConstraint> constraints;
  private final Pod pod;
  private final boolean needsLabels;

  SpreadScore(Pod pod, WorkloadSpread workloads) {
    this.pod = pod;
    this.needsLabels = !pod.getSpec().getTopologySpreadConstraints().isEmpty();
    this.constraints =
        needsLabels
            ? pod.getSpec().getTopologySpreadConstraints().stream()
                .filter(constraint -> "ScheduleAnyway".equals(constraint.getWhenUnsatisfiable()))
                .toList()
            : workloads.of(pod);
  }

  /**
   * Returns the score of each node that fits, from 0 to 100; one that is left out gets none.
   *
   * @param all all nodes, whose pods are counted
   */
  long[] of(List<NodeInfo> nodes, List<NodeInfo> all) {
    if (constraints.isEmpty()) {
      return new long[nodes.size()];
    }
    List<NodeInfo> counting = nodes.stream().filter(this::counts).toList();
    double[] sums = new double[nodes.size()];
    for (TopologySpreadConstraint constraint : constraints) {
      Map<String, Long> pods = count(constraint, counting, all);
      boolean byHost = constraint.getTopologyKey().equals(HOST);
      double weight = Math.log((byHost ? counting.size() : pods.size()) + 2.0);
      for (int i = 0; i < sums.length; i++) {
        NodeInfo node = nodes.get(i);
        String domain = domainOf(constraint, node);
        if (counts(node) && domain != null) {
          long here = byHost ? podsOn(node, constraint) : pods.getOrDefault(domain, 0L);
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
      if (counts(nodes.get(i))) {
        least = Math.min(least, score);
        most = Math.max(most, score);
      }
    }
    long[] scores = new long[sums.length];
    for (int i = 0; i < scores.length; i++) {
      if (counts(nodes.get(i))) {
        scores[i] = most == 0 ? BEST : BEST * (most + least - rounded.get(i)) / most;
      }
    }
    return scores;
  }

  /** Counts pods by domain; a node without the label is in the domain without a name. */
  private Map<String, Long> count(
      TopologySpreadConstraint constraint, List<NodeInfo> counting, List<NodeInfo> all) {
    Map<String, Long> pods = new HashMap<>();
    counting.forEach(node -> pods.put(nameOf(constraint, node), 0L));
    for (NodeInfo node : all) {
      String domain = nameOf(constraint, node);
      if (pods.containsKey(domain) && counts(node) && NodeFilters.isChosen(pod, node.node())) {
        pods.merge(domain, podsOn(node, constraint), Long::sum);
      }
    }
    return pods;
  }

  private long podsOn(NodeInfo node, TopologySpreadConstraint constraint) {
    return node.pods().stream()
        .filter(placed -> PodSpread.counts(pod, constraint, placed.pod()))
        .count();
  }

  private boolean counts(NodeInfo node) {
    return !needsLabels
        || constraints.stream().allMatch(constraint -> domainOf(constraint, node) != null);
  }

  private static String nameOf(TopologySpreadConstraint constraint, NodeInfo node) {
    String domain = domainOf(constraint, node);
    return domain == null ? "" : domain;
  }

  private static @Nullable String domainOf(TopologySpreadConstraint constraint, NodeInfo node) {
    return NodeSelectors.labelsOf(node.node()).get(constraint.getTopologyKey());
  }
}
