package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Members that ask for the same: which of them goes to a node does not matter, only how many.
 *
 * @param members in the order of the gang
 */
record Kind(List<Gang.Member> members) {

  static List<Kind> of(List<Gang.Member> members) {
    Map<List<Object>, List<Gang.Member>> kinds = new LinkedHashMap<>();
    for (Gang.Member member : members) {
      List<ResourceClaimSpec> asked =
          member.claims().stream().map(claim -> claim.getSpec()).toList();
      kinds
          .computeIfAbsent(List.of(asked, member.likeness()), key -> new ArrayList<>())
          .add(member);
    }
    return kinds.values().stream().map(Kind::new).toList();
  }

  /** Returns in how many ways members can be taken, counting only how many of each kind. */
  static long ways(List<Kind> kinds) {
    long ways = 1;
    for (Kind kind : kinds) {
      ways = Math.multiplyExact(Math.min(ways, Integer.MAX_VALUE), kind.members().size() + 1L);
    }
    return ways;
  }

  /** Returns how many members of each kind a gang of {@code size} may have, the earlier first. */
  static List<List<Integer>> divisions(List<Kind> kinds, int size) {
    List<List<Integer>> divisions = new ArrayList<>();
    divide(kinds, size, new ArrayList<>(), divisions);
    return divisions;
  }

  private static void divide(
      List<Kind> kinds, int left, List<Integer> counts, List<List<Integer>> divisions) {
    if (counts.size() == kinds.size()) {
      if (left == 0) {
        divisions.add(List.copyOf(counts));
      }
      return;
    }
    int most = Math.min(left, kinds.get(counts.size()).members().size());
    for (int count = most; count >= 0; count--) {
      counts.add(count);
      divide(kinds, left - count, counts, divisions);
      counts.remove(counts.size() - 1);
    }
  }
}
