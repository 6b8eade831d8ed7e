package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.search.Choices;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much room a pool still has for one node.
 *
 * @param fragmentation in thousandths, how much of what is free is of no use because of where it
 *     is: for each profile of devices, how many fit less than if the free counters could be moved;
 *     0 if nothing is lost, 1000 if nothing fits at all
 * @param largest the largest request for a whole device that still fits, if any does
 * @param largestShares the largest share of each capacity that still fits on a shared device
 */
public record PoolRoom(
    String driver,
    String pool,
    int fragmentation,
    Optional<Largest> largest,
    Map<String, BigDecimal> largestShares) {

  /**
   * The largest request that still fits.
   *
   * @param like one of the devices that would serve it
   * @param count how many devices like it fit together, taken in their order
   * @param capacity what each of them offers
   */
  public record Largest(String like, int count, Map<String, BigDecimal> capacity) {}

  /** Returns the room of each pool that can be used at all, in the order of the pools. */
  public static List<PoolRoom> of(List<Pool> pools, Choices choices) {
    List<PoolRoom> rooms = new ArrayList<>();
    CounterTotals totals = new CounterTotals(pools);
    for (Pool pool : pools) {
      if (pool instanceof Pool.Usable) {
        List<CompiledDevice> devices =
            choices.reachable().stream()
                .filter(device -> device.id().poolId().equals(pool.id()))
                .toList();
        rooms.add(of(pool, devices, totals, choices));
      }
    }
    return rooms;
  }

  private static PoolRoom of(
      Pool pool, List<CompiledDevice> devices, CounterTotals totals, Choices choices) {
    long useful = 0;
    int profiles = 0;
    Profile largest = null;
    for (Profile profile : Profile.of(devices, totals, choices)) {
      if (profile.ideal() > 0) {
        useful += 1000L * Math.min(profile.fit(), profile.ideal()) / profile.ideal();
        profiles++;
      }
      if (profile.fit() > 0 && (largest == null || profile.isLargerThan(largest))) {
        largest = profile;
      }
    }
    return new PoolRoom(
        pool.id().driver(),
        pool.id().pool(),
        profiles == 0 ? 0 : (int) (1000 - useful / profiles),
        Optional.ofNullable(largest)
            .map(one -> new Largest(one.like().id().device(), one.fit(), one.capacity())),
        largestShares(devices, choices));
  }

  private static Map<String, BigDecimal> largestShares(
      List<CompiledDevice> devices, Choices choices) {
    Map<String, BigDecimal> shares = new TreeMap<>();
    for (CompiledDevice device : devices) {
      if (device.allowsMultipleAllocations()) {
        for (String capacity : device.capacities().keySet()) {
          shares.merge(capacity, choices.left(device, capacity), BigDecimal::max);
        }
      }
    }
    return shares;
  }
}
