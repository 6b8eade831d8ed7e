package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.scheduler.GangAttempt.Result;
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
   * @param key the label whose values are the domains; none if the group may be anywhere
   * @param placed the pods of the group that have a node; they decide the domain
   */
  static List<List<NodeInfo>> of(
      Optional<String> key, Collection<Pod> placed, List<NodeInfo> nodes) {
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

  /**
   * Returns how a group fares so far.
   *
   * @param needed how many of its pods or groups must be placed
   * @param before whether it is a group of pods of which none was tried yet
   */
  static Result progress(int needed, int scheduled, int remaining, boolean before) {
    if (scheduled >= needed) {
      return new Result.Feasible();
    }
    boolean hopeless = remaining + scheduled < needed;
    String text =
        hopeless
            ? "minCount (%d) cannot be satisfied: %d scheduled, %d remaining"
            : "minCount (%d) is not yet satisfied: %d scheduled, %d remaining";
    return new Result.Infeasible(text.formatted(needed, scheduled, remaining), before || !hopeless);
  }

  /** Returns why a group fits in none of {@code count} domains, {@code first} in the first one. */
  static Result refused(int count, Result first) {
    if (count == 0 || !(first instanceof Result.Infeasible infeasible)) {
      return new Result.Infeasible("no feasible placements found", false);
    }
    return new Result.Infeasible(
        "0/%d placements are available, first placement status: %s"
            .formatted(count, infeasible.cause()),
        true);
  }
}
