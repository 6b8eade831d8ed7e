package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import java.util.stream.IntStream;

/** Tells what becomes of one device for one alternative if nothing else were chosen. */
final class EligibilityTests {

  /** What becomes of it. */
  enum Fate {
    POSSIBLE,
    IMPOSSIBLE,
    /** A selector fails, whatever else is chosen. */
    FAILS_SELECTION,
    /** An amount or a derived attribute fails, once the device has passed other tests. */
    FAILS_LATER,
    /** A constraint judges the device by what was chosen before it. */
    DEPENDS_ON_ORDER
  }

  private final Candidates candidates;
  private final DeviceTests tests;
  private final Reservations reservations;

  EligibilityTests(Candidates candidates, DeviceTests tests, Reservations reservations) {
    this.candidates = candidates;
    this.tests = tests;
    this.reservations = reservations;
  }

  /** Returns the devices that the search may look at for the alternative. */
  int[] candidatesOf(Alternative alternative) {
    return alternative.wanted() instanceof Alternative.Wanted.All all
        ? all.candidates()
        : IntStream.range(0, candidates.size()).toArray();
  }

  Fate test(ClaimPlan claim, Alternative alternative, int candidate) {
    boolean all = alternative.wanted() instanceof Alternative.Wanted.All;
    if (!all) {
      if (reservations.isInUse(alternative, candidate)) {
        return Fate.IMPOSSIBLE;
      }
      try {
        if (!tests.isSelectable(alternative, candidate)) {
          return Fate.IMPOSSIBLE;
        }
      } catch (FatalProblem e) {
        return Fate.FAILS_SELECTION;
      }
    }
    try {
      // Among all devices, a constraint refuses before too little capacity is noticed.
      if (!all && !reservations.couldPlace(alternative, candidate)) {
        return Fate.IMPOSSIBLE;
      }
      Fate fate = ofConstraints(claim, alternative, candidate);
      boolean possible = !all || reservations.couldPlace(alternative, candidate);
      return fate == Fate.POSSIBLE && !possible ? Fate.IMPOSSIBLE : fate;
    } catch (FatalProblem e) {
      return Fate.FAILS_LATER;
    }
  }

  private Fate ofConstraints(ClaimPlan claim, Alternative alternative, int candidate) {
    Fate fate = Fate.POSSIBLE;
    for (Constraint constraint : claim.constraints()) {
      if (constraint.appliesTo(alternative)) {
        AttributeValue value = constraint.valueOf(alternative, candidates.device(candidate));
        if (value == null) {
          fate = Fate.IMPOSSIBLE;
        } else if (!constraint.isIndependentOfOrder(value)) {
          return Fate.DEPENDS_ON_ORDER;
        }
      }
    }
    return fate;
  }
}
