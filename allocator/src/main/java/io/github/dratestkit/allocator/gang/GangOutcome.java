package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;

/** What became of a gang. */
public sealed interface GangOutcome {

  /**
   * A placement.
   *
   * @param placements the members that are placed, in their order; at least as many as demanded
   * @param shared the allocations of the shared claims, in their order
   */
  record Placed(List<Placement> placements, List<AllocationResult> shared) implements GangOutcome {
    public Placed {
      placements = List.copyOf(placements);
      shared = List.copyOf(shared);
    }
  }

  /**
   * One member on its node.
   *
   * @param results the allocations of its own claims, in their order
   */
  record Placement(Gang.Member member, String node, List<AllocationResult> results) {
    public Placement {
      results = List.copyOf(results);
    }
  }

  /** Nothing was placed because no placement exists. */
  record NoPlacement() implements GangOutcome {}

  /**
   * Nothing was placed; the search was too long, or left out too much, to tell whether it can be.
   */
  record Undecided() implements GangOutcome {}
}
