package io.github.dratestkit.allocator.gang;

/**
 * The placement of a gang on the fewest nodes.
 *
 * @param outcome the placement, or why there is none
 * @param proven whether fewer nodes do not suffice for as many members; otherwise the search ended
 *     before that was certain
 */
public record FewestNodes(GangOutcome outcome, boolean proven) {

  /** Returns on how many nodes the members are. */
  public static int nodesOf(GangOutcome.Placed placed) {
    return (int) placed.placements().stream().map(GangOutcome.Placement::node).distinct().count();
  }
}
