package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import java.util.BitSet;
import java.util.List;

/**
 * A request that remains to be satisfied.
 *
 * @param need the least number of devices that it takes, whichever alternative is chosen
 * @param alternatives the alternatives that can be chosen
 * @param kindsOf for each alternative the kinds of devices that it can get
 */
record Demand(int claim, int need, List<Alternative> alternatives, List<BitSet> kindsOf) {

  /** Says whether the alternative can get devices of the kind. */
  boolean allows(Alternative alternative, Kind kind) {
    return kindsOf.get(alternatives.indexOf(alternative)).get(kind.number());
  }

  /** Says whether some alternative can get devices of the kind. */
  boolean allows(Kind kind) {
    for (BitSet allowed : kindsOf) {
      if (allowed.get(kind.number())) {
        return true;
      }
    }
    return false;
  }

  /** Says whether the constraint looks at the request whichever alternative is chosen. */
  boolean isBoundBy(Constraint constraint) {
    return alternatives.stream().allMatch(constraint::appliesTo);
  }
}
