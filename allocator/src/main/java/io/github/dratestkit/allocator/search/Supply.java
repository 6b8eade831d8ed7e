package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is still there for the requests that remain, never less than there really is. */
final class Supply {

  private final DeviceKinds kinds;
  private final DeviceTests tests;
  private final Reservations reservations;

  Supply(DeviceKinds kinds, DeviceTests tests, Reservations reservations) {
    this.kinds = kinds;
    this.tests = tests;
    this.reservations = reservations;
  }

  boolean isShareable(Kind kind) {
    return reservations.isShareable(kind.members()[0]);
  }

  /** Returns how many devices of the kind one request could get: each device at most once. */
  int devices(Kind kind) {
    int free = 0;
    for (int member : kind.members()) {
      free += reservations.isTaken(member) ? 0 : 1;
    }
    return free;
  }

  /** Returns how often devices of the kind can be chosen by all these demands together. */
  int slots(Kind kind, List<Demand> demands) {
    if (!isShareable(kind)) {
      return devices(kind);
    }
    long slots = 0;
    BigDecimal @Nullable [] least = leastAmounts(kind, demands);
    if (least == null) {
      return 0;
    }
    for (int member : kind.members()) {
      slots += slots(reservations.capacities().left(member), least);
    }
    return (int) Math.min(slots, MaximumFlow.UNLIMITED);
  }

  private static int slots(BigDecimal[] left, BigDecimal[] least) {
    int slots = MaximumFlow.UNLIMITED;
    for (int i = 0; i < least.length; i++) {
      if (least[i].signum() > 0) {
        BigDecimal fit = left[i].divide(least[i], 0, RoundingMode.FLOOR);
        slots = Math.min(slots, fit.min(BigDecimal.valueOf(MaximumFlow.UNLIMITED)).intValue());
      }
    }
    return Math.max(slots, 0);
  }

  /** Returns the least that any demand takes of each capacity, or null if none can get the kind. */
  private BigDecimal @Nullable [] leastAmounts(Kind kind, List<Demand> demands) {
    BigDecimal @Nullable [] least = null;
    for (Demand demand : demands) {
      for (Alternative alternative : demand.alternatives()) {
        if (!demand.allows(alternative, kind)) {
          continue;
        }
        CapacityDemand.Amounts amounts = tests.amounts(alternative, kind.members()[0]);
        if (amounts != null) {
          least = least == null ? plain(amounts) : smaller(least, plain(amounts));
        }
      }
    }
    return least;
  }

  private static BigDecimal[] plain(CapacityDemand.Amounts amounts) {
    return amounts.numbers().toArray(new BigDecimal[0]);
  }

  private static BigDecimal[] smaller(BigDecimal[] a, BigDecimal[] b) {
    BigDecimal[] smaller = new BigDecimal[a.length];
    for (int i = 0; i < a.length; i++) {
      smaller[i] = a[i].min(b[i]);
    }
    return smaller;
  }

  /** Returns what is left of a counter in the kind's pool. */
  BigDecimal left(Kind kind, String counterSet, String counter) {
    return reservations.countersOf(kind.members()[0]).left(counterSet, counter);
  }

  /** Returns what a new device of the kind draws of the counters with this name, over all sets. */
  BigDecimal draw(Kind kind, String counter) {
    if (isShareable(kind)) {
      return BigDecimal.ZERO;
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (CounterUse use : kind.draws()) {
      Quantity amount = use.counters().get(counter);
      sum = amount == null ? sum : sum.add(amount.toBigDecimal());
    }
    return sum;
  }

  List<Kind> kinds() {
    return kinds.kinds();
  }
}
