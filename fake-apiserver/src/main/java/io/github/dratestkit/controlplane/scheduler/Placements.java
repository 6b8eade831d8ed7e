package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.TopologyConstraint;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The sets of nodes among which the pods of a group may be placed together: all nodes, or one set
 * for each domain of the topology that the group names. A node without the label is in no domain.
 */
final class Placements {

  private Placements() {}

  /**
   * Returns the sets, in the order of the names of their domains.
   *
   * @param placed the pods of the group that have a node; they decide the domain
   */
  static List<List<NodeInfo>> of(PodGroup group, Collection<Pod> placed, List<NodeInfo> nodes) {
    Optional<String> key = topologyKey(group);
    if (key.isEmpty()) {
      return List.of(nodes);
    }
    Set<String> taken = new TreeSet<>();
    for (Pod pod : placed) {
      nodes.stream()
          .filter(node -> node.name().equals(pod.getSpec().getNodeName()))
          .map(node -> NodeSelectors.labelsOf(node.node()).get(key.get()))
          .filter(domain -> domain != null)
          .forEach(taken::add);
    }
    Map<String, List<NodeInfo>> domains = new TreeMap<>();
    for (NodeInfo node : nodes) {
      String domain = NodeSelectors.labelsOf(node.node()).get(key.get());
      if (domain != null && (taken.isEmpty() || taken.contains(domain))) {
        domains.computeIfAbsent(domain, name -> new ArrayList<>()).add(node);
      }
    }
    return List.copyOf(domains.values());
  }

  private static Optional<String> topologyKey(PodGroup group) {
    return group.getSpec().getSchedulingConstraints() == null
        ? Optional.empty()
        : group.getSpec().getSchedulingConstraints().getTopology().stream()
            .map(TopologyConstraint::getKey)
            .findFirst();
  }
}
