package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.NodeSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Divides members over the nodes of one topology domain, node by node: a node gets as many as it
 * can take, then fewer, and the rest goes to the nodes after it. All claims of a node are allocated
 * together, so no order of its pods can miss a solution. Where a later node fails, earlier ones
 * make other {@link Choices}.
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

  private final Choices choices;
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
    NodeAllocations allocations = new NodeAllocations(effort);
    this.choices = new Choices(allocations);
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

  /** Says whether there may be placements that were not looked at. */
  boolean mayHaveMissed() {
    return choices.mayHaveMissed();
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
    if (gang.shared().isEmpty() || !chosen.placements().isEmpty()) {
      return own(index, used, members, rest, chosen);
    }
    // Which devices the group shares decides where its other members can be, so that no choice of
    // them is left out for what the first members take.
    return choices.first(
        nodes.get(index),
        gang.shared(),
        used,
        device -> true,
        (results, more) -> own(index, more, members, rest, new Chosen(List.of(), results)));
  }

  private Optional<Chosen> own(
      int index, Snapshot used, List<Gang.Member> members, List<Integer> rest, Chosen chosen) {
    Node node = nodes.get(index);
    List<ResourceClaim> claims = new ArrayList<>();
    members.forEach(member -> claims.addAll(member.claims()));
    return choices.first(
        node,
        claims,
        used,
        device -> isWantedAfter(index, device),
        (results, more) -> from(index + 1, more, rest, extended(chosen, node, members, results)));
  }

  /** A device that takes nothing from later nodes cannot be what one of them lacks. */
  private boolean isWantedAfter(int index, DeviceId device) {
    return nodes.subList(index + 1, nodes.size()).stream()
        .anyMatch(
            node ->
                snapshot.reaches(node, device.driver(), device.pool(), device.device())
                    || snapshot.sharesCounters(node, device));
  }

  /** Adds members of a node with their share of the results. */
  private Chosen extended(
      Chosen chosen, Node node, List<Gang.Member> members, List<AllocationResult> results) {
    int next = 0;
    List<GangOutcome.Placement> placements = new ArrayList<>(chosen.placements());
    for (Gang.Member member : members) {
      int end = next + member.claims().size();
      placements.add(
          new GangOutcome.Placement(
              member, node.getMetadata().getName(), results.subList(next, end)));
      next = end;
    }
    return new Chosen(placements, chosen.shared());
  }

  private static boolean reaches(List<AllocationResult> shared, Node node) {
    return shared.stream()
        .allMatch(result -> NodeSelection.ofAllocation(result.getNodeSelector()).matches(node));
  }
}
