package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.CounterGroups.CounterId;
import io.github.dratestkit.allocator.search.CounterGroups.Group;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds up counters: what the cheapest devices draw is compared with what is left, for counters of
 * one name and for all counters together, over each pool and over all of them. Where few devices
 * compete, what is left counts only as far as devices that fit together can use it: three memory
 * slices that no partition covers are worth nothing.
 */
final class CounterBound {

  /** Beyond that many names of counters, single names are not looked at. */
  private static final int MOST_NAMES = 64;

  private final RemainingDemands remaining;
  private final Supply supply;
  private final List<Group> groups;
  private final Usability usability;

  CounterBound(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.supply = supply;
    this.groups = CounterGroups.of(remaining.kinds(), supply);
    this.usability = new Usability(supply);
  }

  boolean countersSuffice(List<Demand> demands) {
    Set<Integer> pools = new LinkedHashSet<>();
    groups.forEach(group -> pools.add(group.pool()));
    for (int pool : pools) {
      List<Group> ofPool = groups.stream().filter(group -> group.pool() == pool).toList();
      if (!suffice(demands, ofPool)) {
        return false;
      }
    }
    return pools.size() < 2 || suffice(demands, groups);
  }

  private boolean suffice(List<Demand> demands, List<Group> scope) {
    Set<Kind> inside = new HashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (Group group : scope) {
      inside.addAll(group.kinds());
      group.counters().forEach(counter -> names.add(counter.counter()));
    }
    if (!suffice(demands, scope, inside, null)) {
      return false;
    }
    if (names.size() > MOST_NAMES) {
      return true;
    }
    for (String name : names) {
      if (!suffice(demands, scope, inside, name)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares demand and supply.
   *
   * @param name the name of the counters, or null for all
   */
  private boolean suffice(
      List<Demand> demands, List<Group> scope, Set<Kind> inside, @Nullable String name) {
    BigDecimal needed = BigDecimal.ZERO;
    BigDecimal[] values = new BigDecimal[remaining.kinds().size()];
    for (Demand demand : demands) {
      BigDecimal least = null;
      for (Alternative alternative : demand.alternatives()) {
        BigDecimal own = leastDraw(demand, alternative, inside, name);
        raise(values, demand, alternative, own);
        BigDecimal all = own.multiply(BigDecimal.valueOf(alternative.number()));
        least = least == null ? all : least.min(all);
      }
      needed = least == null ? needed : needed.add(least);
    }
    if (needed.signum() <= 0) {
      return true;
    }
    BigDecimal left = BigDecimal.ZERO;
    for (Group group : scope) {
      left = left.add(leftOf(group, name));
    }
    for (Group group : scope) {
      if (needed.compareTo(left) > 0) {
        return false;
      }
      BigDecimal own = leftOf(group, name);
      left = left.subtract(own).add(usability.greatest(group, values, own));
    }
    return needed.compareTo(left) <= 0;
  }

  private BigDecimal leastDraw(
      Demand demand, Alternative alternative, Set<Kind> inside, @Nullable String name) {
    BigDecimal least = null;
    for (Kind kind : remaining.kinds()) {
      if (demand.allows(alternative, kind)) {
        BigDecimal draw =
            !inside.contains(kind)
                ? BigDecimal.ZERO
                : name == null ? totalDraw(kind) : supply.draw(kind, name);
        least = least == null ? draw : least.min(draw);
      }
    }
    return least == null ? BigDecimal.ZERO : least;
  }

  /** A device is worth as much as the dearest demand that it could serve. */
  private void raise(
      BigDecimal[] values, Demand demand, Alternative alternative, BigDecimal value) {
    for (Kind kind : remaining.kinds()) {
      if (demand.allows(alternative, kind)) {
        BigDecimal known = values[kind.number()];
        values[kind.number()] = known == null ? value : known.max(value);
      }
    }
  }

  private BigDecimal totalDraw(Kind kind) {
    BigDecimal sum = BigDecimal.ZERO;
    for (CounterUse use : kind.draws()) {
      for (Quantity amount : use.counters().values()) {
        sum = sum.add(amount.toBigDecimal());
      }
    }
    return sum;
  }

  private BigDecimal leftOf(Group group, @Nullable String name) {
    BigDecimal left = BigDecimal.ZERO;
    for (CounterId counter : group.counters()) {
      if (name == null || name.equals(counter.counter())) {
        left =
            left.add(
                supply
                    .left(group.kinds().get(0), counter.set().name(), counter.counter())
                    .max(BigDecimal.ZERO));
      }
    }
    return left;
  }
}
