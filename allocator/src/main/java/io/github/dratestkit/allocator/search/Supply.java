package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is still there for the requests that remain, never less than there really is. */
final class Supply {

  private final DeviceTests tests;
  private final Reservations reservations;

  Supply(DeviceTests tests, Reservations reservations) {
    this.tests = tests;
    this.reservations = reservations;
  }

  boolean isShareable(Kind kind) {
    return reservations.isShareable(kind.members()[0]);
  }

  /** Returns how many devices of the kind one request could get: each device at most once. */
  int devices(Kind kind) {
    if (!isShareable(kind) && !countersAllow(kind)) {
      return 0;
    }
    int free = 0;
    for (int member : kind.members()) {
      free += reservations.isTaken(member) ? 0 : 1;
    }
    return free;
  }

  /** Says whether what is left of its counters suffices for one device. */
  private boolean countersAllow(Kind kind) {
    for (CounterUse use : kind.draws()) {
      for (Map.Entry<String, Quantity> draw : use.counters().entrySet()) {
        BigDecimal amount = draw.getValue().toBigDecimal();
        if (amount.signum() > 0
            && amount.compareTo(left(kind, use.counterSet(), draw.getKey())) > 0
            && reservations.countersOf(kind.members()[0]).has(use.counterSet(), draw.getKey())) {
          return false;
        }
      }
    }
    return true;
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

  /** Returns the names of the capacities that devices of the kind offer. */
  Set<String> capacities(Kind kind) {
    return reservations.capacitiesOf(kind.members()[0]);
  }

  /** Returns what is left of the capacity of each device of the kind; nothing if it has none. */
  List<BigDecimal> rests(Kind kind, String capacity) {
    int place = List.copyOf(capacities(kind)).indexOf(capacity);
    List<BigDecimal> rests = new ArrayList<>();
    if (place >= 0) {
      for (int member : kind.members()) {
        rests.add(reservations.capacities().left(member)[place].max(BigDecimal.ZERO));
      }
    }
    return rests;
  }

  /** Returns what a share of a device of the kind takes of the capacity, if it takes a share. */
  BigDecimal share(Alternative alternative, Kind kind, String capacity) {
    int place = isShareable(kind) ? List.copyOf(capacities(kind)).indexOf(capacity) : -1;
    CapacityDemand.Amounts amounts =
        place < 0 ? null : tests.amounts(alternative, kind.members()[0]);
    return amounts == null ? BigDecimal.ZERO : List.copyOf(amounts.numbers()).get(place);
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
}
