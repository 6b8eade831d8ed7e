package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which devices each alternative could get if nothing else were chosen, and where the search could
 * still raise an error.
 *
 * <p>Pruning may not hide an error that upstream would have met. Upstream raises one only while it
 * evaluates a selector, an amount of capacity or a derived attribute, or when a constraint refuses
 * a device of a request for all devices. So every such evaluation that the search could still make
 * is made here, ahead of time. What fails here is never chosen; whether upstream meets it depends
 * on the state of the search only, so states that are alike meet it alike: symmetry and memory stay
 * right as long as devices that fail are told apart from those that do not. Counting is not: it may
 * look only at what comes before the first request that can fail.
 */
final class Eligibility {

  private final List<ClaimPlan> claims;
  private final List<BitSet> eligible = new ArrayList<>();
  private final List<BitSet> unselectable = new ArrayList<>();
  private final BitSet raising = new BitSet();
  private final BitSet alone = new BitSet();

  private Eligibility(List<ClaimPlan> claims) {
    this.claims = claims;
  }

  /** Returns null if the order of choices makes a difference. */
  static @Nullable Eligibility prove(
      List<ClaimPlan> claims, Candidates candidates, DeviceTests tests, Reservations reservations) {
    if (somethingGivesBack(candidates)) {
      return null;
    }
    Eligibility eligibility = new Eligibility(claims);
    EligibilityTests each = new EligibilityTests(candidates, tests, reservations);
    for (ClaimPlan claim : claims) {
      for (RequestPlan request : claim.requests()) {
        for (Alternative alternative : request.alternatives()) {
          if (!eligibility.add(claim, alternative, each)) {
            return null;
          }
        }
      }
    }
    claims.forEach(claim -> eligibility.findRefusals(claim, candidates));
    return eligibility;
  }

  /** A device that draws a negative amount could make room for others. */
  private static boolean somethingGivesBack(Candidates candidates) {
    for (int candidate = 0; candidate < candidates.size(); candidate++) {
      for (CounterUse use : candidates.device(candidate).counterUses()) {
        for (Quantity amount : use.counters().values()) {
          if (amount.toBigDecimal().signum() < 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean add(ClaimPlan claim, Alternative alternative, EligibilityTests each) {
    BitSet devices = new BitSet();
    BitSet failing = new BitSet();
    eligible.add(devices);
    unselectable.add(failing);
    for (int candidate : each.candidatesOf(alternative)) {
      switch (each.test(claim, alternative, candidate)) {
        case POSSIBLE -> devices.set(candidate);
        case IMPOSSIBLE -> {}
        case FAILS_SELECTION -> {
          failing.set(candidate);
          raising.set(alternative.ordinal());
        }
        case FAILS_LATER -> {
          alone.set(candidate);
          raising.set(alternative.ordinal());
        }
        case DEPENDS_ON_ORDER -> {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * A request for all devices walks through them in their own order until one is in use, which
   * fails, or is refused by a constraint, which is an error. So if that is possible, none of its
   * devices can stand for another.
   */
  private void findRefusals(ClaimPlan claim, Candidates candidates) {
    for (RequestPlan request : claim.requests()) {
      for (Alternative alternative : request.alternatives()) {
        if (alternative.wanted() instanceof Alternative.Wanted.All all) {
          for (Constraint constraint : claim.constraints()) {
            if (constraint.appliesTo(alternative) && mayRefuse(constraint, claim, candidates)) {
              raising.set(alternative.ordinal());
            }
          }
          if (raising.get(alternative.ordinal())) {
            for (int candidate : all.candidates()) {
              alone.set(candidate);
            }
          }
        }
      }
    }
  }

  /** It never refuses if it wants a common value, and all devices that it looks at have one. */
  private boolean mayRefuse(Constraint constraint, ClaimPlan claim, Candidates candidates) {
    AttributeValue common = null;
    for (RequestPlan request : claim.requests()) {
      for (Alternative alternative : request.alternatives()) {
        if (!constraint.appliesTo(alternative)) {
          continue;
        }
        if (raising.get(alternative.ordinal())) {
          return true;
        }
        for (int candidate : lookedAt(alternative)) {
          AttributeValue value = constraint.valueOf(alternative, candidates.device(candidate));
          common = value == null || common == null ? value : common.intersect(value);
          if (common == null) {
            return true;
          }
        }
      }
    }
    return !(constraint instanceof MatchAttribute);
  }

  private int[] lookedAt(Alternative alternative) {
    return alternative.wanted() instanceof Alternative.Wanted.All all
        ? all.candidates()
        : eligible.get(alternative.ordinal()).stream().toArray();
  }

  List<ClaimPlan> claims() {
    return claims;
  }

  boolean isEligible(Alternative alternative, int candidate) {
    return eligible.get(alternative.ordinal()).get(candidate);
  }

  /** Says whether a selector fails on the device whenever the alternative comes to it. */
  boolean failsSelection(Alternative alternative, int candidate) {
    return unselectable.get(alternative.ordinal()).get(candidate);
  }

  /** Says whether no other device can stand for this one. */
  boolean isAlone(int candidate) {
    return alone.get(candidate);
  }

  /** Says whether the search may raise an error while it serves the alternative. */
  boolean mayRaise(Alternative alternative) {
    return raising.get(alternative.ordinal());
  }
}
