package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The devices chosen so far, and what they leave. */
public final class Choices {

  private final Candidates candidates;
  private final Reservations reservations;
  private final Map<CompiledDevice, Integer> places = new IdentityHashMap<>();

  Choices(Candidates candidates, Reservations reservations) {
    this.candidates = candidates;
    this.reservations = reservations;
    for (int i = 0; i < candidates.size(); i++) {
      places.put(candidates.device(i), i);
    }
  }

  /** Returns the devices chosen for each claim, in the order in which they were chosen. */
  public Collection<List<CompiledDevice>> byClaim() {
    Map<Integer, List<CompiledDevice>> byClaim = new TreeMap<>();
    for (Placement placement : reservations.placements()) {
      byClaim
          .computeIfAbsent(placement.alternative().claim(), key -> new ArrayList<>())
          .add(candidates.device(placement.candidate()));
    }
    return byClaim.values();
  }

  /** Returns all devices chosen, in the order in which they were chosen. */
  public List<CompiledDevice> all() {
    return reservations.placements().stream()
        .map(placement -> candidates.device(placement.candidate()))
        .toList();
  }

  /** Returns every device that the node can reach, chosen or not. */
  public List<CompiledDevice> reachable() {
    List<CompiledDevice> devices = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      devices.add(candidates.device(i));
    }
    return devices;
  }

  /** Returns what is left of a counter in the device's pool. */
  public BigDecimal left(CompiledDevice device, String counterSet, String counter) {
    return reservations.countersOf(placeOf(device)).left(counterSet, counter);
  }

  /** Says whether a request for the whole device could still get it, selectors aside. */
  public boolean isFree(CompiledDevice device) {
    int candidate = placeOf(device);
    if (reservations.isTaken(candidate) || candidates.use(candidate).exclusive()) {
      return false;
    }
    for (CounterUse use : device.counterUses()) {
      for (Map.Entry<String, Quantity> draw : use.counters().entrySet()) {
        BigDecimal left = left(device, use.counterSet(), draw.getKey());
        if (draw.getValue().toBigDecimal().compareTo(left) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns what is left of a capacity of the device, which is shared. */
  public BigDecimal left(CompiledDevice device, String capacity) {
    int place = List.copyOf(device.capacities().keySet()).indexOf(capacity);
    return place < 0 ? BigDecimal.ZERO : reservations.capacities().left(placeOf(device))[place];
  }

  private int placeOf(CompiledDevice device) {
    Integer place = places.get(device);
    if (place == null) {
      throw new IllegalArgumentException(device + " is not one of the node's devices");
    }
    return place;
  }
}
