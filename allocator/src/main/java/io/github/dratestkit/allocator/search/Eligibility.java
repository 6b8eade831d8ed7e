package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which devices each alternative could get if nothing else were chosen, and the proof that nothing
 * in the rest of the search can raise an error.
 *
 * <p>Pruning may not hide an error that upstream would have met. Upstream raises one only while it
 * evaluates a selector, an amount of capacity or a derived attribute, or when a constraint refuses
 * a device of a request for all devices. So every such evaluation that the search could still make
 * is made here, ahead of time. If all succeed, branches may be cut freely; if one fails, nobody
 * knows whether upstream would get that far, and the search goes on without pruning.
 */
final class Eligibility {

  private final List<ClaimPlan> claims;
  private final List<boolean[]> eligible;

  private Eligibility(List<ClaimPlan> claims, List<boolean[]> eligible) {
    this.claims = claims;
    this.eligible = eligible;
  }

  /** Returns null if an error is possible, or if the order of choices makes a difference. */
  static @Nullable Eligibility prove(
      List<ClaimPlan> claims, Candidates candidates, DeviceTests tests, Reservations reservations) {
    if (somethingGivesBack(candidates)) {
      return null;
    }
    List<boolean[]> eligible = new ArrayList<>();
    try {
      for (ClaimPlan claim : claims) {
        for (RequestPlan request : claim.requests()) {
          for (Alternative alternative : request.alternatives()) {
            boolean[] devices = devicesFor(claim, alternative, candidates, tests, reservations);
            if (devices == null) {
              return null;
            }
            eligible.add(devices);
          }
        }
      }
    } catch (FatalProblem e) {
      return null;
    }
    return new Eligibility(claims, eligible);
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

  private static boolean @Nullable [] devicesFor(
      ClaimPlan claim,
      Alternative alternative,
      Candidates candidates,
      DeviceTests tests,
      Reservations reservations) {
    boolean[] devices = new boolean[candidates.size()];
    if (alternative.wanted() instanceof Alternative.Wanted.All all) {
      for (Constraint constraint : claim.constraints()) {
        if (constraint.appliesTo(alternative)) {
          return null;
        }
      }
      for (int candidate : all.candidates()) {
        devices[candidate] = reservations.couldPlace(alternative, candidate);
      }
      return devices;
    }
    for (int candidate = 0; candidate < devices.length; candidate++) {
      if (reservations.isInUse(alternative, candidate)
          || !tests.isSelectable(alternative, candidate)
          || !reservations.couldPlace(alternative, candidate)) {
        continue;
      }
      devices[candidate] = true;
      for (Constraint constraint : claim.constraints()) {
        if (constraint.appliesTo(alternative)) {
          AttributeValue value = constraint.valueOf(alternative, candidates.device(candidate));
          devices[candidate] &= value != null;
          if (value != null && !constraint.isIndependentOfOrder(value)) {
            return null;
          }
        }
      }
    }
    return devices;
  }

  List<ClaimPlan> claims() {
    return claims;
  }

  boolean isEligible(Alternative alternative, int candidate) {
    return eligible.get(alternative.ordinal())[candidate];
  }
}
