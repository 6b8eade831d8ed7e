package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Draws a whole case, in the oracle's format, from a seed. Inventories and claims are drawn over
 * all features at once; in one case of ten expressions may fail, and one of ten is distorted.
 */
public final class RandomCase {

  /** Cases that take upstream longer are neither recorded nor compared. */
  private static final double ENOUGH_SECONDS = 0.3;

  private RandomCase() {}

  /** Returns the case of this seed as JSON values. */
  public static Map<String, Object> of(long seed) {
    Draw draw = new Draw(seed);
    Map<String, Object> given = drawn(seed, draw);
    return draw.chance(10) ? new Distortion(draw).of(given) : given;
  }

  /** Returns the case of this seed as an API server could store it, used devices without claims. */
  public static Map<String, Object> plain(long seed) {
    Map<String, Object> given = drawn(seed, new Draw(seed));
    given.remove("allocatedClaims");
    return given;
  }

  private static Map<String, Object> drawn(long seed, Draw draw) {
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
    RandomUse.addTo(given, draw, inventory.devices());
    given.put("timeoutSeconds", ENOUGH_SECONDS);
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
    int usual = draw.of(100, 100, 88);
    for (AllocatorFeature feature : AllocatorFeature.values()) {
      if (variant.supports(Set.of(feature)) && draw.chance(usual)) {
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
}
