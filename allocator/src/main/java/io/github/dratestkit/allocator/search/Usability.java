package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.search.CounterGroups.CounterId;
import io.github.dratestkit.allocator.search.CounterGroups.Group;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How much of what is left of some counters can be used by devices that fit together. */
final class Usability {

  /** Amounts are counted in thousandths, up to a number that never overflows. */
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private static final long MOST = 1L << 48;
  private static final int MOST_KINDS = 40;
  private static final int MOST_COUNTERS = 24;

  private final Supply supply;
  private final Packing packing = new Packing();

  Usability(Supply supply) {
    this.supply = supply;
  }

  /**
   * Returns the greatest value of devices of the group that fit together, or the bound if that is
   * smaller or would take long to find.
   *
   * @param values the value of a device, by number of its kind
   */
  BigDecimal greatest(Group group, @Nullable BigDecimal[] values, BigDecimal bound) {
    if (group.counters().size() > MOST_COUNTERS || group.kinds().size() > MOST_KINDS) {
      return bound;
    }
    long[] left = new long[group.counters().size()];
    for (int i = 0; i < left.length; i++) {
      CounterId counter = group.counters().get(i);
      left[i] =
          thousandths(supply.left(group.kinds().get(0), counter.set().name(), counter.counter()));
    }
    List<Kind> useful = new ArrayList<>();
    for (Kind kind : group.kinds()) {
      BigDecimal value = values[kind.number()];
      if (value != null && value.signum() > 0 && supply.devices(kind) > 0) {
        useful.add(kind);
      }
    }
    useful.sort(Comparator.comparing((Kind kind) -> value(values, kind)).reversed());
    long[] worth = new long[useful.size()];
    int[] free = new int[useful.size()];
    long[][] draws = new long[useful.size()][];
    for (int i = 0; i < worth.length; i++) {
      worth[i] = thousandths(value(values, useful.get(i)));
      free[i] = supply.devices(useful.get(i));
      draws[i] = draws(useful.get(i), group.counters());
      if (worth[i] < 0 || draws[i].length < left.length) {
        return bound;
      }
    }
    for (long amount : left) {
      if (amount < 0) {
        return bound;
      }
    }
    OptionalLong greatest = packing.greatest(new Packing.Problem(worth, free, draws, left));
    return greatest.isEmpty()
        ? bound
        : bound.min(BigDecimal.valueOf(greatest.getAsLong()).divide(THOUSAND));
  }

  private static BigDecimal value(@Nullable BigDecimal[] values, Kind kind) {
    BigDecimal value = values[kind.number()];
    return value == null ? BigDecimal.ZERO : value;
  }

  /** Returns what a device draws of each counter, or fewer numbers if one cannot be told. */
  private static long[] draws(Kind kind, List<CounterId> counters) {
    long[] draws = new long[counters.size()];
    for (CounterUse use : kind.draws()) {
      for (int i = 0; i < draws.length; i++) {
        if (counters.get(i).set().name().equals(use.counterSet())) {
          Quantity amount = use.counters().get(counters.get(i).counter());
          long drawn = amount == null ? 0 : thousandths(amount.toBigDecimal());
          if (drawn < 0) {
            return new long[0];
          }
          draws[i] += drawn;
        }
      }
    }
    return draws;
  }

  /** Returns a negative number if the amount is negative, too large or too fine. */
  private static long thousandths(BigDecimal amount) {
    BigDecimal exact = amount.multiply(THOUSAND).stripTrailingZeros();
    return exact.scale() > 0 || exact.signum() < 0 || exact.compareTo(BigDecimal.valueOf(MOST)) > 0
        ? -1
        : exact.longValueExact();
  }
}
