package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.object;

import io.github.dratestkit.allocator.cases.RandomInventory.Drawn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws what is in use, in every form at once: a device may be held by claims and in raw form. */
final class OddUse {

  private final Draw draw;
  private final List<Drawn> devices;
  private final List<Object> whole = new ArrayList<>();
  private final List<Object> shares = new ArrayList<>();
  private final List<Object> consumed = new ArrayList<>();
  private final List<Object> claims = new ArrayList<>();

  OddUse(Draw draw, List<Drawn> devices) {
    this.draw = draw;
    this.devices = devices;
  }

  void addTo(Map<String, Object> given) {
    int busy = draw.of(10, 25, 50);
    for (Drawn device : devices) {
      if (draw.chance(busy)) {
        hold(device);
      }
    }
    if (draw.chance(15)) {
      hold(new Drawn(Drivers.GPU, "p0", "gone", false, List.of("units")));
      hold(new Drawn(Drivers.SSD, "gone", "d0", true, List.of("units")));
    }
    given.put("allocatedDevices", whole);
    given.put("allocatedShares", shares);
    given.put("consumedCapacity", consumed);
    given.put("allocatedClaims", claims);
  }

  private void hold(Drawn device) {
    boolean share = device.shareable() ? draw.chance(90) : draw.chance(6);
    if (draw.chance(50)) {
      claims.add(claim(device, share));
    } else if (share) {
      raw(device);
    } else {
      whole.add(id(device));
    }
    if (draw.chance(5)) {
      hold(device);
    }
  }

  private void raw(Drawn device) {
    if (draw.chance(85)) {
      Map<String, Object> one = id(device);
      one.put("shareID", "raw-" + (draw.chance(5) ? 0 : shares.size()));
      shares.add(one);
    }
    if (draw.chance(85)) {
      Map<String, Object> one = id(device);
      one.put("capacity", amounts(device));
      consumed.add(one);
    }
  }

  private Map<String, Object> claim(Drawn device, boolean share) {
    Map<String, Object> result = object("request", draw.of("r", "r0/s0"));
    result.putAll(id(device));
    if (draw.chance(15)) {
      result.put("adminAccess", draw.chance(85));
    }
    if (share) {
      result.put("shareID", "held-" + claims.size());
      if (draw.chance(90)) {
        result.put("consumedCapacity", amounts(device));
      }
    }
    String name = "held-" + claims.size();
    return object(
        "metadata",
        object("name", name, "namespace", "default", "uid", name),
        "status",
        object("allocation", object("devices", object("results", Draw.list(result)))));
  }

  private Map<String, Object> amounts(Drawn device) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    for (String name : draw.some(90, device.amounts())) {
      amounts.put(name, draw.chance(3) ? OddCase.extreme(draw) : OddCase.amount(draw));
    }
    return amounts;
  }

  private static Map<String, Object> id(Drawn device) {
    return object("driver", device.driver(), "pool", device.pool(), "device", device.device());
  }
}
