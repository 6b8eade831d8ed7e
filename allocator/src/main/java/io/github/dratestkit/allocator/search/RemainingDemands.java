package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.search.DeviceKinds.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists what remains to be satisfied from a point of the search on. */
final class RemainingDemands {

  private final List<ClaimPlan> claims;
  private final DeviceKinds kinds;
  private final Eligibility eligibility;
  private final Map<Integer, BitSet> kindsOf = new HashMap<>();
  private final List<Set<Value>> valuesOfKind = new ArrayList<>();

  RemainingDemands(List<ClaimPlan> claims, DeviceKinds kinds, Eligibility eligibility) {
    this.claims = claims;
    this.kinds = kinds;
    this.eligibility = eligibility;
    for (Kind kind : kinds.kinds()) {
      valuesOfKind.add(new HashSet<>(kind.values()));
    }
    for (ClaimPlan claim : claims) {
      for (RequestPlan request : claim.requests()) {
        for (Alternative alternative : request.alternatives()) {
          BitSet eligible = new BitSet();
          for (Kind kind : kinds.kinds()) {
            eligible.set(kind.number(), eligibility.isEligible(alternative, kind.members()[0]));
          }
          kindsOf.put(alternative.ordinal(), eligible);
        }
      }
    }
  }

  /**
   * Returns the demands when nothing but the start of this alternative has been decided, up to the
   * first that may raise an error: unless those before it can be met, nobody gets there.
   */
  List<Demand> from(Alternative start) {
    List<Demand> demands = new ArrayList<>();
    if (eligibility.mayRaise(start)) {
      return demands;
    }
    add(List.of(start), demands);
    for (int i = start.claim(); i < claims.size(); i++) {
      List<RequestPlan> requests = claims.get(i).requests();
      for (int j = i == start.claim() ? start.request() + 1 : 0; j < requests.size(); j++) {
        if (requests.get(j).alternatives().stream().anyMatch(eligibility::mayRaise)) {
          return demands;
        }
        add(requests.get(j).alternatives(), demands);
      }
    }
    return demands;
  }

  /** Administrative access takes nothing that others could miss, so it is left out. */
  private void add(List<Alternative> alternatives, List<Demand> demands) {
    int need = Integer.MAX_VALUE;
    List<BitSet> allowed = new ArrayList<>();
    for (Alternative alternative : alternatives) {
      if (alternative.adminAccess()) {
        return;
      }
      need = Math.min(need, Math.max(alternative.number(), leastOf(alternative)));
      allowed.add(allowedNow(alternative));
    }
    need = Math.min(need, Preparation.MAX_RESULTS + 1);
    if (need > 0) {
      demands.add(new Demand(alternatives.get(0).claim(), need, alternatives, allowed));
    }
  }

  /** A request for all devices fails if there are none. */
  private static int leastOf(Alternative alternative) {
    return alternative.wanted() instanceof Alternative.Wanted.All ? 1 : 0;
  }

  /** Returns the kinds that the values remembered by the claim's constraints still allow. */
  private BitSet allowedNow(Alternative alternative) {
    BitSet eligible = kindsOf.getOrDefault(alternative.ordinal(), new BitSet());
    ClaimPlan claim = claims.get(alternative.claim());
    for (int i = 0; i < claim.constraints().size(); i++) {
      Constraint constraint = claim.constraints().get(i);
      if (constraint instanceof MatchAttribute
          && constraint.appliesTo(alternative)
          && !constraint.remembered().isEmpty()) {
        eligible = withOneOf(eligible, alternative.claim(), i, constraint);
      }
    }
    return eligible;
  }

  private BitSet withOneOf(BitSet eligible, int claim, int number, Constraint constraint) {
    BitSet left = new BitSet();
    for (int kind = eligible.nextSetBit(0); kind >= 0; kind = eligible.nextSetBit(kind + 1)) {
      for (AttributeValue remembered : constraint.remembered()) {
        for (Object element : remembered.values()) {
          if (has(kind, new Value(claim, number, remembered.type(), element))) {
            left.set(kind);
          }
        }
      }
    }
    return left;
  }

  /** Says whether no device chosen so far has a value that the alternative sees in this kind. */
  boolean isFree(Constraint constraint, Alternative alternative, Kind kind) {
    AttributeValue seen = kinds.valueOf(constraint, alternative, kind);
    return seen != null
        && constraint.remembered().stream().allMatch(taken -> taken.intersect(seen) == null);
  }

  boolean has(int kind, Value value) {
    return valuesOfKind.get(kind).contains(value);
  }

  List<ClaimPlan> claims() {
    return claims;
  }

  List<Kind> kinds() {
    return kinds.kinds();
  }
}
