package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.search.DeviceKinds.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts values: devices that must differ in an attribute need one value each that no other has. A
 * device with a list needs all of its values; here one is enough.
 */
final class DistinctBound {

  private final RemainingDemands remaining;
  private final Supply supply;

  DistinctBound(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.supply = supply;
  }

  boolean valuesSufficeForDistinctDevices(List<Demand> demands) {
    for (int i = 0; i < remaining.claims().size(); i++) {
      int claim = i;
      List<Constraint> constraints = remaining.claims().get(i).constraints();
      for (int j = 0; j < constraints.size(); j++) {
        if (constraints.get(j) instanceof DistinctAttribute distinct) {
          List<Demand> bound =
              demands.stream()
                  .filter(demand -> demand.claim() == claim && demand.isBoundBy(distinct))
                  .toList();
          if (!valuesSuffice(bound, i, j, distinct)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean valuesSuffice(
      List<Demand> bound, int claim, int constraint, DistinctAttribute distinct) {
    MaximumFlow flow = new MaximumFlow();
    int source = flow.node();
    int sink = flow.node();
    Map<Kind, Integer> kindNodes = new HashMap<>();
    Map<Value, Integer> valueNodes = new HashMap<>();
    int wanted = 0;
    for (Demand demand : bound) {
      int from = flow.node();
      flow.edge(source, from, demand.need());
      wanted += demand.need();
      for (Kind kind : remaining.kinds()) {
        if (!canServe(kind, demand, distinct)) {
          continue;
        }
        Integer node = kindNodes.get(kind);
        if (node == null) {
          node = flow.node();
          kindNodes.put(kind, node);
          for (Value value : kind.values()) {
            if (value.claim() == claim
                && value.constraint() == constraint
                && value.type() != AttributeValue.Type.UNKNOWN) {
              Integer to = valueNodes.get(value);
              if (to == null) {
                to = flow.node();
                valueNodes.put(value, to);
                flow.edge(to, sink, 1);
              }
              flow.edge(node, to, 1);
            }
          }
        }
        flow.edge(from, node, supply.devices(kind));
      }
    }
    return flow.reaches(source, sink, wanted);
  }

  /** Another alternative may see another value of the same device, which is still free. */
  private boolean canServe(Kind kind, Demand demand, DistinctAttribute distinct) {
    for (Alternative alternative : demand.alternatives()) {
      if (demand.allows(alternative, kind) && remaining.isFree(distinct, alternative, kind)) {
        return true;
      }
    }
    return false;
  }
}
