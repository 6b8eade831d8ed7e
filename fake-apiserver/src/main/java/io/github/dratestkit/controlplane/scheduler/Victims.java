package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what may be driven out. Where groups are known, a pod is as important as its group, and a
 * group whose disruption mode is {@code all} goes with its pods on all nodes.
 */
final class Victims {

  private final Cluster cluster;
  private final Optional<PodGroups> groups;

  Victims(Cluster cluster, Optional<PodGroups> groups) {
    this.cluster = cluster;
    this.groups = groups;
  }

  /** Returns all victims with pods on {@code nodes}, in the order of nodes and their pods. */
  List<Victim> on(List<NodeInfo> nodes) {
    List<Victim> victims = new ArrayList<>();
    Set<GroupTree.Key> seen = new LinkedHashSet<>();
    for (NodeInfo node : nodes) {
      for (NodeInfo.Placed placed : node.podsNow()) {
        Pod pod = placed.pod();
        Optional<PodGroups.Whole> whole = groups.flatMap(known -> known.wholeOf(pod));
        if (whole.isEmpty()) {
          victims.add(single(placed, node));
        } else if (seen.add(whole.get().key())) {
          victims.add(Victim.of(placedOf(whole.get()), priorityOf(pod), whole.get().rank()));
        }
      }
    }
    return victims;
  }

  /** Returns how important a pod is when it is to be driven out. */
  int priorityOf(Pod pod) {
    return groups.map(known -> known.priorityOf(pod)).orElseGet(() -> Nominations.priority(pod));
  }

  private Victim single(NodeInfo.Placed placed, NodeInfo node) {
    boolean inGroup = groups.isPresent() && PodGroups.nameOf(placed.pod()) != null;
    return Victim.of(
        List.of(new Victim.Member(placed, node.name())),
        priorityOf(placed.pod()),
        inGroup ? Victim.Rank.GROUP : Victim.Rank.POD);
  }

  private List<Victim.Member> placedOf(PodGroups.Whole whole) {
    List<Victim.Member> members = new ArrayList<>();
    for (NodeInfo node : cluster.nodes()) {
      for (NodeInfo.Placed placed : node.podsNow()) {
        if (whole.contains().test(placed.pod())) {
          members.add(new Victim.Member(placed, node.name()));
        }
      }
    }
    return members;
  }
}
