package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.NodeSelection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Divides members over the nodes of one topology domain, node by node: a node gets as many as it
 * can take, then fewer, and the rest goes to the nodes after it. All claims of a node are allocated
 * together, so no order of its pods can miss a solution. Where a later node fails, the devices that
 * an earlier one took are forbidden to it one by one, so that it takes others.
 */
final class DomainSearch {

  /** A member's node and what it gets there. */
  private record Chosen(List<GangOutcome.Placement> placements, List<AllocationResult> shared) {

    long nodes() {
      return placements.stream().map(GangOutcome.Placement::node).distinct().count();
    }

    int placedOf(Kind kind) {
      return (int) placements.stream().filter(one -> kind.members().contains(one.member())).count();
    }
  }

  private final Snapshot snapshot;
  private final Gang.Room room;
  private final Gang gang;
  private final List<Kind> kinds;
  private final List<Node> nodes;
  private final int mostNodes;

  private final NodeAllocations allocations;
  private final AloneCapacity alone;

  /**
   * @param mostNodes on how many nodes the members may be
   */
  DomainSearch(
      Snapshot snapshot,
      Gang.Room room,
      Gang gang,
      List<Kind> kinds,
      List<Node> nodes,
      Effort effort,
      int mostNodes) {
    this.mostNodes = mostNodes;
    this.snapshot = snapshot;
    this.room = room;
    this.gang = gang;
    this.kinds = kinds;
    this.nodes = nodes;
    this.allocations = new NodeAllocations(effort);
    this.alone = new AloneCapacity(snapshot, room, kinds, nodes, allocations);
  }

  /**
   * @param counts how many members of each kind are to be placed, the first of each
   */
  GangOutcome place(List<Integer> counts) {
    try {
      return from(0, snapshot, counts, new Chosen(List.of(), List.of()))
          .map(this::placed)
          .orElseGet(GangOutcome.NoPlacement::new);
    } catch (Effort.Exhausted e) {
      return new GangOutcome.Undecided();
    }
  }

  private GangOutcome placed(Chosen chosen) {
    List<GangOutcome.Placement> ordered = new ArrayList<>(chosen.placements());
    ordered.sort((left, right) -> Integer.compare(place(left), place(right)));
    return new GangOutcome.Placed(ordered, chosen.shared());
  }

  private int place(GangOutcome.Placement placement) {
    return gang.members().indexOf(placement.member());
  }

  private Optional<Chosen> from(int index, Snapshot used, List<Integer> left, Chosen chosen) {
    if (left.stream().allMatch(count -> count == 0)) {
      return Optional.of(chosen);
    }
    if (index == nodes.size() || !mayFit(index, left)) {
      return Optional.empty();
    }
    Node node = nodes.get(index);
    if (!reaches(chosen.shared(), node) || chosen.nodes() >= mostNodes) {
      return from(index + 1, used, left, chosen);
    }
    for (List<Integer> here : fillings(left)) {
      Optional<Chosen> found =
          here.stream().allMatch(count -> count == 0)
              ? from(index + 1, used, left, chosen)
              : with(index, used, left, here, chosen);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The members left cannot be more than the nodes left could take if each had nothing else. */
  private boolean mayFit(int index, List<Integer> left) {
    for (int kind = 0; kind < kinds.size(); kind++) {
      int possible = 0;
      for (int i = index; i < nodes.size() && possible < left.get(kind); i++) {
        possible += alone.most(kind, i);
      }
      if (possible < left.get(kind)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what a node may get, the most first. */
  private List<List<Integer>> fillings(List<Integer> left) {
    List<List<Integer>> fillings = new ArrayList<>();
    int all = left.stream().mapToInt(Integer::intValue).sum();
    List<Kind> rest = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      rest.add(new Kind(kinds.get(i).members().subList(0, left.get(i))));
    }
    for (int size = all; size >= 0; size--) {
      fillings.addAll(Kind.divisions(rest, size));
    }
    return fillings;
  }

  private Optional<Chosen> with(
      int index, Snapshot used, List<Integer> left, List<Integer> here, Chosen chosen) {
    List<Gang.Member> members = new ArrayList<>();
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      int placed = chosen.placedOf(kinds.get(i));
      members.addAll(kinds.get(i).members().subList(placed, placed + here.get(i)));
      rest.add(left.get(i) - here.get(i));
    }
    if (!room.on(nodes.get(index), members)) {
      return Optional.empty();
    }
    return avoiding(Set.of(), new HashSet<>(), index, used, members, rest, chosen);
  }

  /**
   * Allocates without the forbidden devices and goes on to the other nodes; if they fail, forbids
   * one more of the devices that it got. Any other solution for this node lacks one of those.
   */
  private Optional<Chosen> avoiding(
      Set<DeviceId> forbidden,
      Set<Set<DeviceId>> tried,
      int index,
      Snapshot used,
      List<Gang.Member> members,
      List<Integer> rest,
      Chosen chosen) {
    if (!tried.add(forbidden)) {
      return Optional.empty();
    }
    Node node = nodes.get(index);
    List<ResourceClaim> claims =
        new ArrayList<>(chosen.placements().isEmpty() ? gang.shared() : List.of());
    members.forEach(member -> claims.addAll(member.claims()));
    Optional<List<AllocationResult>> results = allocations.on(node, claims, used, forbidden);
    if (results.isEmpty()) {
      return Optional.empty();
    }
    Snapshot more = used.withAllocated(NodeAllocations.allocated(claims, results.get()));
    Optional<Chosen> found =
        from(index + 1, more, rest, extended(chosen, node, members, results.get()));
    if (found.isPresent()) {
      return found;
    }
    Set<DeviceId> shared =
        NodeAllocations.devicesOf(results.get().subList(0, claims.size() - own(members)));
    for (DeviceId device : NodeAllocations.devicesOf(results.get())) {
      if (!shared.contains(device) && !isWantedAfter(index, device)) {
        continue;
      }
      Set<DeviceId> fewer = new HashSet<>(forbidden);
      fewer.add(device);
      found = avoiding(fewer, tried, index, used, members, rest, chosen);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static int own(List<Gang.Member> members) {
    return members.stream().mapToInt(member -> member.claims().size()).sum();
  }

  /** A device that no later node can reach cannot be what a later node lacks. */
  private boolean isWantedAfter(int index, DeviceId device) {
    return nodes.subList(index + 1, nodes.size()).stream()
        .anyMatch(node -> snapshot.reaches(node, device.driver(), device.pool(), device.device()));
  }

  /** Splits results into those of the shared claims and those of each member. */
  private Chosen extended(
      Chosen chosen, Node node, List<Gang.Member> members, List<AllocationResult> results) {
    int next = chosen.placements().isEmpty() ? gang.shared().size() : 0;
    List<AllocationResult> shared =
        chosen.placements().isEmpty() ? results.subList(0, next) : chosen.shared();
    List<GangOutcome.Placement> placements = new ArrayList<>(chosen.placements());
    for (Gang.Member member : members) {
      int end = next + member.claims().size();
      placements.add(
          new GangOutcome.Placement(
              member, node.getMetadata().getName(), results.subList(next, end)));
      next = end;
    }
    return new Chosen(placements, shared);
  }

  private static boolean reaches(List<AllocationResult> shared, Node node) {
    return shared.stream()
        .allMatch(result -> NodeSelection.ofAllocation(result.getNodeSelector()).matches(node));
  }
}
