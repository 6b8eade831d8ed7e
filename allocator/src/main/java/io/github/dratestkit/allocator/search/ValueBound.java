package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.search.DeviceKinds.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts the devices that have one value of an attribute, for constraints that want it. */
final class ValueBound {

  private final RemainingDemands remaining;
  private final Supply supply;
  private final MatchingBound matching;

  ValueBound(RemainingDemands remaining, Supply supply, MatchingBound matching) {
    this.remaining = remaining;
    this.supply = supply;
    this.matching = matching;
  }

  /** One value: all requests that a matching constraint binds must be served by one value. */
  boolean someValueServesEachClaim(List<Demand> demands) {
    for (int i = 0; i < remaining.claims().size(); i++) {
      int claim = i;
      List<Demand> own = demands.stream().filter(demand -> demand.claim() == claim).toList();
      List<Constraint> constraints = remaining.claims().get(i).constraints();
      for (int j = 0; j < constraints.size() && !own.isEmpty(); j++) {
        if (constraints.get(j) instanceof MatchAttribute match) {
          List<Demand> bound = own.stream().filter(demand -> demand.isBoundBy(match)).toList();
          if (!bound.isEmpty() && !someValueServes(bound, demands, i, j)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean someValueServes(List<Demand> bound, List<Demand> all, int claim, int constraint) {
    Set<Value> values = valuesOf(bound.get(0), claim, constraint);
    if (values.isEmpty()) {
      return true;
    }
    for (Value value : values) {
      if (matching.canBeMatched(bound, all, kind -> remaining.has(kind.number(), value))) {
        return true;
      }
    }
    return false;
  }

  private Set<Value> valuesOf(Demand demand, int claim, int constraint) {
    Set<Value> values = new LinkedHashSet<>();
    for (Kind kind : remaining.kinds()) {
      if (demand.allows(kind)) {
        for (Value value : kind.values()) {
          if (value.claim() == claim
              && value.constraint() == constraint
              && value.type() != AttributeValue.Type.UNKNOWN) {
            values.add(value);
          }
        }
      }
    }
    return values;
  }

  /**
   * Pairs: of claims that ask for the same under one matching constraint, each uses up a part of
   * one value; all values together must have enough parts.
   */
  boolean valuesSufficeForEqualClaims(List<Demand> demands) {
    Map<List<Object>, List<Integer>> equal = new HashMap<>();
    Map<Integer, List<Demand>> ofClaim = new HashMap<>();
    for (Demand demand : demands) {
      ofClaim.computeIfAbsent(demand.claim(), key -> new ArrayList<>()).add(demand);
    }
    ofClaim.forEach(
        (claim, own) -> {
          List<Object> shape = new ArrayList<>();
          List<Constraint> constraints = remaining.claims().get(claim).constraints();
          if (constraints.size() == 1 && constraints.get(0) instanceof MatchAttribute match) {
            shape.add(match.attribute());
            for (Demand demand : own) {
              shape.add(List.of(demand.need(), demand.kindsOf(), demand.isBoundBy(match)));
              shape.add(valuesSeen(demand, match));
            }
            equal.computeIfAbsent(shape, key -> new ArrayList<>()).add(claim);
          }
        });
    for (List<Integer> claims : equal.values()) {
      if (claims.size() > 1 && parts(claims.get(0), ofClaim, demands) < claims.size()) {
        return false;
      }
    }
    return true;
  }

  /** Two requests see the same values unless they derive them in different ways. */
  private static List<String> valuesSeen(Demand demand, MatchAttribute match) {
    return demand.alternatives().stream()
        .map(one -> one.derivedAttributes().getOrDefault(match.attribute(), ""))
        .toList();
  }

  private long parts(int claim, Map<Integer, List<Demand>> ofClaim, List<Demand> all) {
    Constraint match = remaining.claims().get(claim).constraints().get(0);
    List<Demand> bound =
        ofClaim.getOrDefault(claim, List.of()).stream()
            .filter(demand -> demand.isBoundBy(match))
            .toList();
    if (bound.isEmpty()) {
      return Long.MAX_VALUE;
    }
    Set<Value> values = valuesOf(bound.get(0), claim, 0);
    long parts = values.isEmpty() ? Long.MAX_VALUE : 0;
    for (Value value : values) {
      long least = MaximumFlow.UNLIMITED;
      for (Demand demand : bound) {
        long slots = 0;
        for (Kind kind : remaining.kinds()) {
          if (demand.allows(kind) && remaining.has(kind.number(), value)) {
            slots += supply.slots(kind, all);
          }
        }
        least = Math.min(least, slots / demand.need());
      }
      parts += least;
    }
    return parts;
  }
}
