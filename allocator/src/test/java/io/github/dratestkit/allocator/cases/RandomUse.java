package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.object;

import io.github.dratestkit.allocator.cases.RandomInventory.Drawn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws what is in use already: as allocated claims, and in raw form. */
final class RandomUse {

  private final Draw draw;
  private final List<Object> whole = new ArrayList<>();
  private final List<Object> shares = new ArrayList<>();
  private final List<Object> consumed = new ArrayList<>();
  private final List<Object> results = new ArrayList<>();

  private RandomUse(Draw draw) {
    this.draw = draw;
  }

  /** Adds to the case what is in use of these devices. */
  static void addTo(Map<String, Object> given, Draw draw, List<Drawn> devices) {
    RandomUse use = new RandomUse(draw);
    int busy = draw.of(0, 0, 10, 20, 45);
    boolean byClaims = draw.chance(40);
    for (Drawn device : devices) {
      if (draw.chance(busy)) {
        use.add(device, byClaims && draw.chance(85));
      }
    }
    if (draw.chance(3)) {
      use.add(new Drawn(Drivers.GPU, "p0", "gone", false, List.of()), byClaims);
    }
    given.put("allocatedDevices", use.whole);
    given.put("allocatedShares", use.shares);
    given.put("consumedCapacity", use.consumed);
    if (byClaims) {
      given.put("allocatedClaims", use.claims());
    }
  }

  private void add(Drawn device, boolean byClaim) {
    boolean exclusive = !device.shareable() && !draw.chance(3);
    if (byClaim) {
      results.add(result(device, exclusive));
      return;
    }
    if (exclusive || draw.chance(2)) {
      whole.add(id(device));
      return;
    }
    int number = draw.of(1, 1, 2);
    for (int i = 0; i < number; i++) {
      if (draw.chance(90)) {
        Map<String, Object> share = id(device);
        share.put("shareID", "old-" + shares.size());
        shares.add(share);
      }
      if (draw.chance(80)) {
        Map<String, Object> entry = id(device);
        if (draw.chance(97)) {
          entry.put("capacity", amounts(device));
        }
        consumed.add(entry);
      }
    }
  }

  private Map<String, Object> result(Drawn device, boolean exclusive) {
    Map<String, Object> result = object("request", "r");
    result.putAll(id(device));
    if (draw.chance(12)) {
      result.put("adminAccess", draw.chance(80));
    }
    if (!exclusive) {
      result.put("shareID", "held-" + results.size());
      if (draw.chance(85)) {
        result.put("consumedCapacity", amounts(device));
      }
    }
    return result;
  }

  private Map<String, Object> amounts(Drawn device) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    for (String name : device.amounts()) {
      amounts.put(name, name.equals("units") ? draw.of("1", "3", "500m") : draw.of("1Gi", "3Gi"));
    }
    if (draw.chance(2)) {
      amounts.put("unknown", "1");
    }
    return amounts;
  }

  private List<Object> claims() {
    List<Object> claims = new ArrayList<>();
    int half = results.size() / 2;
    claims.add(claim("held-0", results.subList(0, half)));
    claims.add(claim("held-1", results.subList(half, results.size())));
    claims.add(object("metadata", object("name", "waiting", "namespace", "default")));
    return claims;
  }

  private static Map<String, Object> claim(String name, List<Object> results) {
    return object(
        "metadata",
        object("name", name, "namespace", "default", "uid", name),
        "status",
        object("allocation", object("devices", object("results", new ArrayList<>(results)))));
  }

  private static Map<String, Object> id(Drawn device) {
    return object("driver", device.driver(), "pool", device.pool(), "device", device.device());
  }
}
