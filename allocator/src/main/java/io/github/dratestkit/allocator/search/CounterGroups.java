package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.DeviceKinds.CounterSetId;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of devices that compete for counters, in groups: two kinds are in one group if they
 * draw from one counter set, or if a third kind joins their sets. The partitions of one GPU are a
 * group, and so are all boxes of one torus.
 */
final class CounterGroups {

  /** One counter of a set. */
  record CounterId(CounterSetId set, String counter) {}

  /** Kinds that compete with each other, and the counters that they compete for. */
  record Group(int pool, List<Kind> kinds, List<CounterId> counters) {}

  private CounterGroups() {}

  /** Returns the groups of the kinds that draw from counters; devices that are shared do not. */
  static List<Group> of(List<Kind> kinds, Supply supply) {
    Map<CounterSetId, List<Kind>> groups = new LinkedHashMap<>();
    for (Kind kind : kinds) {
      if (kind.draws().isEmpty() || supply.isShareable(kind)) {
        continue;
      }
      List<Kind> joined = new ArrayList<>();
      for (CounterUse use : kind.draws()) {
        List<Kind> other = groups.get(new CounterSetId(kind.pool(), use.counterSet()));
        if (other != null && other != joined) {
          joined.addAll(other);
          List<Kind> all = joined;
          groups.replaceAll((set, group) -> group == other ? all : group);
        }
      }
      joined.add(kind);
      for (CounterUse use : kind.draws()) {
        groups.put(new CounterSetId(kind.pool(), use.counterSet()), joined);
      }
    }
    Map<Integer, Group> found = new HashMap<>();
    List<Group> all = new ArrayList<>();
    for (List<Kind> group : groups.values()) {
      int first = group.get(0).number();
      if (!found.containsKey(first)) {
        Group made = new Group(group.get(0).pool(), group, countersOf(group));
        found.put(first, made);
        all.add(made);
      }
    }
    return all;
  }

  private static List<CounterId> countersOf(List<Kind> kinds) {
    Map<CounterId, Boolean> counters = new LinkedHashMap<>();
    for (Kind kind : kinds) {
      for (CounterUse use : kind.draws()) {
        CounterSetId set = new CounterSetId(kind.pool(), use.counterSet());
        use.counters().keySet().forEach(name -> counters.put(new CounterId(set, name), true));
      }
    }
    return List.copyOf(counters.keySet());
  }
}
