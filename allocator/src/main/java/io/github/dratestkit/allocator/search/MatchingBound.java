package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Counts devices: what is demanded is matched with what is there, with constraints and the sums of
 * counters forgotten.
 */
final class MatchingBound {

  private final RemainingDemands remaining;
  private final Supply supply;

  MatchingBound(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.supply = supply;
  }

  /**
   * Matching: every demand needs devices of its own, as far as devices are not shared; a shared
   * device can be chosen as often as the smallest demand fits into what is left of it; and a
   * counter set allows no more devices than the one that draws least of a counter that all draw
   * from.
   */
  boolean canBeMatched(List<Demand> demands, List<Demand> all, Predicate<Kind> allowed) {
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
      least.merge(set, draws, MatchingBound::smallerOfCommon);
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
}
