package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.search.DeviceKinds.Value;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Proofs by counting that what remains cannot be satisfied. Each looks at a relaxed problem in
 * which some rules are forgotten: if even that has no solution, the real one has none.
 */
final class Bounds {

  private final RemainingDemands remaining;
  private final Supply supply;

  Bounds(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.supply = supply;
  }

  /** Says whether the alternative and everything after it certainly cannot be satisfied. */
  boolean isHopeless(Alternative start) {
    List<Demand> demands = remaining.from(start);
    return !canBeMatched(demands, demands, kind -> true)
        || !countersSuffice(demands)
        || !someValueServesEachClaim(demands)
        || !valuesSufficeForEqualClaims(demands);
  }

  /**
   * Matching: every demand needs devices of its own, as far as devices are not shared; a shared
   * device can be chosen as often as the smallest demand fits into what is left of it; and a
   * counter set allows no more devices than the one that draws least of a counter that all draw
   * from.
   */
  private boolean canBeMatched(List<Demand> demands, List<Demand> all, Predicate<Kind> allowed) {
    MaximumFlow flow = new MaximumFlow();
    int source = flow.node();
    int sink = flow.node();
    Map<Kind, Integer> kindNodes = new HashMap<>();
    Map<List<Object>, Integer> setNodes = new HashMap<>();
    Map<List<Object>, Integer> limits = counterSetLimits(demands);
    int wanted = 0;
    for (Demand demand : demands) {
      int from = flow.node();
      flow.edge(source, from, demand.need());
      wanted += demand.need();
      for (Kind kind : remaining.kinds()) {
        if (!allowed.test(kind) || !demand.allows(kind)) {
          continue;
        }
        Integer node = kindNodes.get(kind);
        if (node == null) {
          node = flow.node();
          kindNodes.put(kind, node);
          int to = sink;
          if (drawsFromOneSet(kind)) {
            List<Object> set = List.of(kind.pool(), kind.draws().get(0).counterSet());
            Integer known = setNodes.get(set);
            to = known == null ? flow.node() : known;
            if (known == null) {
              setNodes.put(set, to);
              flow.edge(to, sink, limits.getOrDefault(set, MaximumFlow.UNLIMITED));
            }
          }
          flow.edge(node, to, supply.slots(kind, all));
        }
        flow.edge(from, node, supply.devices(kind));
      }
    }
    return flow.reaches(source, sink, wanted);
  }

  private boolean drawsFromOneSet(Kind kind) {
    return kind.draws().size() == 1 && !supply.isShareable(kind);
  }

  private Map<List<Object>, Integer> counterSetLimits(List<Demand> demands) {
    Map<List<Object>, Map<String, BigDecimal>> least = new HashMap<>();
    Map<List<Object>, Kind> sample = new HashMap<>();
    for (Kind kind : remaining.kinds()) {
      if (!drawsFromOneSet(kind) || demands.stream().noneMatch(demand -> demand.allows(kind))) {
        continue;
      }
      CounterUse use = kind.draws().get(0);
      List<Object> set = List.of(kind.pool(), use.counterSet());
      Map<String, BigDecimal> draws = new HashMap<>();
      use.counters().forEach((name, amount) -> draws.put(name, amount.toBigDecimal()));
      sample.put(set, kind);
      least.merge(set, draws, Bounds::smallerOfCommon);
    }
    Map<List<Object>, Integer> limits = new HashMap<>();
    sample.forEach(
        (set, kind) ->
            limits.put(set, limit(kind, (String) set.get(1), least.getOrDefault(set, Map.of()))));
    return limits;
  }

  private static Map<String, BigDecimal> smallerOfCommon(
      Map<String, BigDecimal> a, Map<String, BigDecimal> b) {
    Map<String, BigDecimal> common = new HashMap<>();
    a.forEach(
        (name, amount) -> {
          BigDecimal other = b.get(name);
          if (other != null) {
            common.put(name, amount.min(other));
          }
        });
    return common;
  }

  private int limit(Kind sample, String set, Map<String, BigDecimal> draws) {
    int limit = MaximumFlow.UNLIMITED;
    for (Map.Entry<String, BigDecimal> draw : draws.entrySet()) {
      if (draw.getValue().signum() > 0) {
        BigDecimal fit =
            supply
                .left(sample, set, draw.getKey())
                .divide(draw.getValue(), 0, RoundingMode.FLOOR)
                .max(BigDecimal.ZERO);
        limit = Math.min(limit, fit.min(BigDecimal.valueOf(limit)).intValue());
      }
    }
    return limit;
  }

  /**
   * Counters: over all sets of a pool, counters of one name, and all counters together, must
   * suffice for the cheapest device that each demand could get.
   */
  private boolean countersSuffice(List<Demand> demands) {
    Set<Integer> pools = new HashSet<>();
    for (Kind kind : remaining.kinds()) {
      if (!kind.draws().isEmpty()) {
        pools.add(kind.pool());
      }
    }
    for (int pool : pools) {
      if (!countersSuffice(demands, pool)) {
        return false;
      }
    }
    return true;
  }

  private boolean countersSuffice(List<Demand> demands, int pool) {
    Map<List<String>, BigDecimal> left = new HashMap<>();
    for (Kind kind : remaining.kinds()) {
      if (kind.pool() == pool) {
        for (CounterUse use : kind.draws()) {
          for (String counter : use.counters().keySet()) {
            left.computeIfAbsent(
                List.of(use.counterSet(), counter),
                key -> supply.left(kind, use.counterSet(), counter).max(BigDecimal.ZERO));
          }
        }
      }
    }
    Map<String, BigDecimal> leftOfName = new HashMap<>();
    BigDecimal total = BigDecimal.ZERO;
    for (Map.Entry<List<String>, BigDecimal> counter : left.entrySet()) {
      leftOfName.merge(counter.getKey().get(1), counter.getValue(), BigDecimal::add);
      total = total.add(counter.getValue());
    }
    if (leastDraw(demands, pool, null).compareTo(total) > 0) {
      return false;
    }
    if (leftOfName.size() > 64) {
      return true;
    }
    for (Map.Entry<String, BigDecimal> name : leftOfName.entrySet()) {
      if (leastDraw(demands, pool, name.getKey()).compareTo(name.getValue()) > 0) {
        return false;
      }
    }
    return true;
  }

  private BigDecimal leastDraw(List<Demand> demands, int pool, @Nullable String counter) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Demand demand : demands) {
      BigDecimal least = null;
      for (Alternative alternative : demand.alternatives()) {
        BigDecimal own = null;
        for (Kind kind : remaining.kinds()) {
          if (demand.allows(alternative, kind)) {
            BigDecimal draw =
                kind.pool() != pool
                    ? BigDecimal.ZERO
                    : counter == null ? totalDraw(kind) : supply.draw(kind, counter);
            own = own == null ? draw : own.min(draw);
          }
        }
        BigDecimal all =
            own == null ? BigDecimal.ZERO : own.multiply(BigDecimal.valueOf(alternative.number()));
        least = least == null ? all : least.min(all);
      }
      sum = least == null ? sum : sum.add(least);
    }
    return sum;
  }

  private BigDecimal totalDraw(Kind kind) {
    BigDecimal sum = BigDecimal.ZERO;
    if (!supply.isShareable(kind)) {
      for (CounterUse use : kind.draws()) {
        for (Quantity amount : use.counters().values()) {
          sum = sum.add(amount.toBigDecimal());
        }
      }
    }
    return sum;
  }

  /** One value: all requests that a matching constraint binds must be served by one value. */
  private boolean someValueServesEachClaim(List<Demand> demands) {
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
      if (canBeMatched(bound, all, kind -> remaining.has(kind.number(), value))) {
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
  private boolean valuesSufficeForEqualClaims(List<Demand> demands) {
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
