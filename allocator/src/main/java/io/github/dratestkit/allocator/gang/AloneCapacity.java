package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How many members of one kind a node could take if it had nothing else: an upper bound. */
final class AloneCapacity {

  private final Snapshot snapshot;
  private final Gang.Room room;
  private final List<Kind> kinds;
  private final List<Node> nodes;
  private final NodeAllocations allocations;

  /** By node, one more than the number of members of each kind that fit alone; 0 if unknown. */
  private final Map<Integer, int[]> known = new HashMap<>();

  AloneCapacity(
      Snapshot snapshot,
      Gang.Room room,
      List<Kind> kinds,
      List<Node> nodes,
      NodeAllocations allocations) {
    this.snapshot = snapshot;
    this.room = room;
    this.kinds = kinds;
    this.nodes = nodes;
    this.allocations = allocations;
  }

  /** Returns how many members of a kind fit on a node that nobody else of the gang is on. */
  int most(int kind, int index) {
    int[] ofNode = known.computeIfAbsent(index, key -> new int[kinds.size()]);
    if (ofNode[kind] == 0) {
      List<Gang.Member> members = kinds.get(kind).members();
      int count = 0;
      while (count < members.size() && fitsAlone(members.subList(0, count + 1), index)) {
        count++;
      }
      ofNode[kind] = count + 1;
    }
    return ofNode[kind] - 1;
  }

  private boolean fitsAlone(List<Gang.Member> members, int index) {
    List<ResourceClaim> claims = new ArrayList<>();
    members.forEach(member -> claims.addAll(member.claims()));
    return room.on(nodes.get(index), members)
        && allocations.on(nodes.get(index), claims, snapshot, Set.of()).isPresent();
  }
}
