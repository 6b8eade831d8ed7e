package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Adds up shares of capacity: what the smallest shares take is compared with what is left.
 *
 * <p>Sums alone prove little when large shares waste the rest of a device. So they are also
 * compared with shares made larger and smaller: if {@code most} is the largest rest of any device,
 * a share of more than {@code most - t} leaves no room for one of {@code t} or more, so it counts
 * as {@code most}, and shares below {@code t} count as nothing (the bound of Martello and Toth for
 * packing).
 */
final class CapacityBound {

  private final RemainingDemands remaining;
  private final Supply supply;

  CapacityBound(RemainingDemands remaining, Supply supply) {
    this.remaining = remaining;
    this.supply = supply;
  }

  boolean capacitiesSuffice(List<Demand> demands) {
    TreeSet<String> names = new TreeSet<>();
    for (Kind kind : remaining.kinds()) {
      if (supply.isShareable(kind)) {
        names.addAll(supply.capacities(kind));
      }
    }
    for (String name : names) {
      if (!suffices(demands, name)) {
        return false;
      }
    }
    return true;
  }

  private boolean suffices(List<Demand> demands, String name) {
    List<BigDecimal> shares = new ArrayList<>();
    for (Demand demand : demands) {
      BigDecimal share = leastShare(demand, name);
      if (share.signum() < 0) {
        return true;
      }
      for (int i = 0; share.signum() > 0 && i < demand.need(); i++) {
        shares.add(share);
      }
    }
    if (shares.isEmpty()) {
      return true;
    }
    List<BigDecimal> rests = new ArrayList<>();
    BigDecimal most = BigDecimal.ZERO;
    for (Kind kind : remaining.kinds()) {
      if (supply.isShareable(kind)) {
        for (BigDecimal rest : supply.rests(kind, name)) {
          rests.add(rest);
          most = most.max(rest);
        }
      }
    }
    TreeSet<BigDecimal> thresholds = new TreeSet<>(shares);
    thresholds.add(BigDecimal.ZERO);
    for (BigDecimal threshold : thresholds) {
      if (threshold.add(threshold).compareTo(most) <= 0
          && sum(shares, most, threshold).compareTo(room(rests, most, threshold)) > 0) {
        return false;
      }
    }
    return true;
  }

  private static BigDecimal sum(List<BigDecimal> shares, BigDecimal most, BigDecimal threshold) {
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal share : shares) {
      if (share.compareTo(most.subtract(threshold)) > 0) {
        sum = sum.add(share.max(most));
      } else if (share.compareTo(threshold) >= 0) {
        sum = sum.add(share);
      }
    }
    return sum;
  }

  private static BigDecimal room(List<BigDecimal> rests, BigDecimal most, BigDecimal threshold) {
    BigDecimal room = BigDecimal.ZERO;
    for (BigDecimal rest : rests) {
      room = room.add(rest.compareTo(most.subtract(threshold)) > 0 ? most : rest);
    }
    return room;
  }

  /** Returns the least that a device for the demand takes of the capacity with this name. */
  private BigDecimal leastShare(Demand demand, String name) {
    BigDecimal least = null;
    for (Alternative alternative : demand.alternatives()) {
      if (alternative.number() != demand.need()) {
        return BigDecimal.ZERO;
      }
      for (Kind kind : remaining.kinds()) {
        if (demand.allows(alternative, kind)) {
          BigDecimal share = supply.share(alternative, kind, name);
          least = least == null ? share : least.min(share);
        }
      }
    }
    return least == null ? BigDecimal.ZERO : least;
  }
}
