package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.value.Quantity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How one device is in use.
 *
 * @param exclusive whether it is allocated as a whole
 * @param shares the identifiers of its allocated shares
 * @param consumed what its shares take of each capacity, or null if no capacity was recorded
 */
public record DeviceUse(
    boolean exclusive, Set<String> shares, @Nullable Map<String, Quantity> consumed) {

  /** What is not in use. */
  public static final DeviceUse NONE = new DeviceUse(false, Set.of(), null);

  /** Says whether the device is allocated at all. */
  public boolean isAllocated() {
    return exclusive || isShared();
  }

  /** Says whether a share of the device is allocated. */
  public boolean isShared() {
    return !shares.isEmpty() || consumed != null;
  }

  /** Returns what is taken of a capacity, or null if nothing was recorded. */
  public @Nullable Quantity consumed(String capacity) {
    return consumed == null ? null : consumed.get(capacity);
  }

  /** Returns what is taken of each capacity, by name. */
  public Map<String, Quantity> sortedConsumption() {
    return consumed == null ? Map.of() : new TreeMap<>(consumed);
  }

  DeviceUse asExclusive() {
    return new DeviceUse(true, shares, consumed);
  }

  DeviceUse withShare(String share) {
    Set<String> more = new HashSet<>(shares);
    more.add(share);
    return new DeviceUse(exclusive, more, consumed);
  }

  DeviceUse consuming(Map<String, Quantity> amounts) {
    Map<String, Quantity> sum = consumed == null ? new HashMap<>() : new HashMap<>(consumed);
    amounts.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
    return new DeviceUse(exclusive, shares, sum);
  }
}
