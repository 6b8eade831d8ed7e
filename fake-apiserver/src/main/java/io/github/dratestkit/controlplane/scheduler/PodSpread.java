package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The filter that keeps pods spread over domains (upstream's PodTopologySpread, constraints that
 * must hold). It counts once for an attempt; only nodes that the pod may go on count.
 */
final class PodSpread implements NodeFilter {

  private record Counted(TopologySpreadConstraint constraint, Map<String, Integer> pods) {}

  private final List<Counted> counted = new ArrayList<>();

  /** Counts the pods on {@code nodes}. */
  PodSpread(Pod pod, List<NodeInfo> nodes) {
    for (TopologySpreadConstraint constraint : constraintsOf(pod)) {
      counted.add(new Counted(constraint, count(pod, constraint, nodes)));
    }
  }

  static List<TopologySpreadConstraint> constraintsOf(Pod pod) {
    return pod.getSpec().getTopologySpreadConstraints().stream()
        .filter(constraint -> "DoNotSchedule".equals(constraint.getWhenUnsatisfiable()))
        .toList();
  }

  @Override
  public Verdict check(Pod pod, PodDemand demand, NodeInfo node) {
    for (Counted one : counted) {
      String domain = NodeSelectors.labelsOf(node.node()).get(one.constraint().getTopologyKey());
      if (domain == null) {
        return Verdict.rejected(
            Hints.SPREAD,
            Remedy.NONE,
            "node(s) didn't match pod topology spread constraints (missing required label)");
      }
      int own = LabelSelectors.matches(one.constraint().getLabelSelector(), pod) ? 1 : 0;
      int skew = one.pods().getOrDefault(domain, 0) + own - fewest(one);
      if (skew > one.constraint().getMaxSkew()) {
        return Verdict.rejected(
            Hints.SPREAD,
            Remedy.PREEMPTION,
            "node(s) didn't match pod topology spread constraints");
      }
    }
    return Verdict.FITS;
  }

  private static int fewest(Counted counted) {
    Integer domains = counted.constraint().getMinDomains();
    if (domains != null && counted.pods().size() < domains) {
      return 0;
    }
    return counted.pods().values().stream().mapToInt(Integer::intValue).min().orElse(0);
  }

  private static Map<String, Integer> count(
      Pod pod, TopologySpreadConstraint constraint, List<NodeInfo> nodes) {
    Map<String, Integer> pods = new HashMap<>();
    for (NodeInfo node : nodes) {
      String domain = NodeSelectors.labelsOf(node.node()).get(constraint.getTopologyKey());
      if (domain == null || !NodeFilters.isChosen(pod, node.node())) {
        continue;
      }
      int here = 0;
      for (NodeInfo.Placed placed : node.pods()) {
        if (counts(pod, constraint, placed.pod())) {
          here++;
        }
      }
      pods.merge(domain, here, Integer::sum);
    }
    return pods;
  }

  static boolean counts(Pod pod, TopologySpreadConstraint constraint, Pod other) {
    return other.getMetadata().getDeletionTimestamp() == null
        && other.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())
        && LabelSelectors.matches(constraint.getLabelSelector(), other);
  }
}
