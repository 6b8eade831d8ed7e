package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Draws a whole case, in the oracle's format, from a seed. Inventories and claims are drawn over
 * all features at once; in one case of ten expressions may fail.
 */
public final class RandomCase {

  private RandomCase() {}

  /** Returns the case of this seed as JSON values. */
  public static Map<String, Object> of(long seed) {
    Draw draw = new Draw(seed);
    AllocatorVariant variant = variant(draw.between(1, 100));
    Set<AllocatorFeature> features = features(draw, variant);
    RandomInventory inventory = new RandomInventory(draw, features, variant);
    RandomClaims claims = new RandomClaims(draw, features, variant, draw.chance(10));
    Map<String, Object> given = object("id", "seed-" + seed);
    given.put("implementation", variant.channel());
    Map<String, Object> on = new LinkedHashMap<>();
    features.forEach(feature -> on.put(feature.name(), true));
    given.put("features", on);
    given.put("node", node(draw));
    given.put("classes", claims.classes());
    given.put("slices", inventory.slices());
    given.put("claims", claims.claims());
    addUse(draw, inventory.devices(), given);
    given.put("timeoutSeconds", 2);
    return given;
  }

  private static AllocatorVariant variant(int percent) {
    if (percent <= 12) {
      return AllocatorVariant.STABLE;
    }
    return percent <= 45 ? AllocatorVariant.INCUBATING : AllocatorVariant.EXPERIMENTAL;
  }

  private static Set<AllocatorFeature> features(Draw draw, AllocatorVariant variant) {
    EnumSet<AllocatorFeature> features = EnumSet.noneOf(AllocatorFeature.class);
    for (AllocatorFeature feature : AllocatorFeature.values()) {
      if (variant.supports(Set.of(feature)) && draw.chance(88)) {
        features.add(feature);
      }
    }
    return features;
  }

  private static Map<String, Object> node(Draw draw) {
    Map<String, Object> labels = object("zone", draw.of("a", "a", "b"), "rack", "r1");
    if (draw.chance(50)) {
      labels.put("slots", draw.of("2", "5"));
    }
    Map<String, Object> node = object("metadata", object("name", "node-1", "labels", labels));
    if (draw.chance(50)) {
      node.put("status", object("declaredFeatures", list("DRAOptionalNodeOperations")));
    }
    return node;
  }

  private static void addUse(
      Draw draw, List<RandomInventory.Drawn> devices, Map<String, Object> given) {
    int busy = draw.of(0, 0, 10, 20);
    List<Object> whole = new ArrayList<>();
    List<Object> shares = new ArrayList<>();
    List<Object> consumed = new ArrayList<>();
    for (RandomInventory.Drawn device : devices) {
      if (!draw.chance(busy)) {
        continue;
      }
      if (!device.shareable() && !draw.chance(3)) {
        whole.add(id(device));
        continue;
      }
      if (draw.chance(90)) {
        Map<String, Object> share = id(device);
        share.put("shareID", "old-" + shares.size());
        shares.add(share);
      }
      if (draw.chance(80)) {
        Map<String, Object> amounts = new LinkedHashMap<>();
        for (String name : device.amounts()) {
          amounts.put(name, name.equals("memory") ? draw.of("1Gi", "3Gi") : draw.of("1", "3"));
        }
        Map<String, Object> entry = id(device);
        entry.put("capacity", amounts);
        consumed.add(entry);
      }
    }
    given.put("allocatedDevices", whole);
    given.put("allocatedShares", shares);
    given.put("consumedCapacity", consumed);
  }

  private static Map<String, Object> id(RandomInventory.Drawn device) {
    return object("driver", device.driver(), "pool", device.pool(), "device", device.device());
  }
}
