package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.object;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Draws cases of other shapes than {@link RandomCase} does: each dwells on one {@link Theme} or a
 * few, with values at the edges of their types, names that clash, and features that are off while
 * objects use them.
 */
public final class OddCase {

  /** What a case dwells on. */
  enum Theme {
    /** Pools in several generations, of which some nodes have only a part. */
    GENERATIONS,
    /** Node selectors with several terms and every operator; nodes with odd names and labels. */
    REACH,
    /** Shares under every form of policy, with odd quantities. */
    POLICIES,
    /** Lists, versions, derived values, and constraints over them. */
    ATTRIBUTES,
    /** Counters over several sets and slices, and compatibility groups. */
    PARTITIONS,
    /** Alternatives, requests for all devices, administrative access. */
    ALTERNATIVES,
    /** As many devices as one claim can have, one more, one less. */
    LIMITS,
    /** Selectors that fail, early or late. */
    FAILURES,
    /** Features on and off by chance, whatever the objects use. */
    GATES,
    /** Much in use: by claims, in raw form, twice, or by devices that are gone. */
    STATE,
    /** Names that come twice, or are strange. */
    NAMES
  }

  private static final double ENOUGH_SECONDS = 0.3;

  private OddCase() {}

  /** Returns the case of this seed as JSON values. */
  public static Map<String, Object> of(long seed) {
    Draw draw = new Draw(seed);
    Set<Theme> themes = EnumSet.of(draw.of(Theme.values()));
    int others = draw.of(0, 0, 10, 30);
    for (Theme theme : Theme.values()) {
      if (draw.chance(others)) {
        themes.add(theme);
      }
    }
    AllocatorVariant variant = draw.of(AllocatorVariant.values());
    if (variant == AllocatorVariant.STABLE && draw.chance(60)) {
      variant = AllocatorVariant.EXPERIMENTAL;
    }
    Map<String, Object> given = object("id", "odd-" + seed);
    Set<AllocatorFeature> features = features(draw, themes, variant);
    boolean chosenByFeatures = variant != AllocatorVariant.STABLE && draw.chance(20);
    if (!chosenByFeatures || AllocatorVariant.of(features) == AllocatorVariant.STABLE) {
      given.put("implementation", variant.channel());
    }
    Map<String, Object> on = new LinkedHashMap<>();
    features.forEach(feature -> on.put(feature.name(), true));
    given.put("features", on);
    OddReach reach = new OddReach(draw, themes);
    given.put("node", reach.node());
    OddInventory inventory = new OddInventory(draw, themes, reach);
    OddClaims claims = new OddClaims(draw, themes, features);
    given.put("classes", claims.classes());
    given.put("slices", inventory.slices());
    given.put("claims", claims.claims());
    if (themes.contains(Theme.STATE) || draw.chance(30)) {
      new OddUse(draw, inventory.devices()).addTo(given);
    }
    given.put("timeoutSeconds", ENOUGH_SECONDS);
    return given;
  }

  private static Set<AllocatorFeature> features(
      Draw draw, Set<Theme> themes, AllocatorVariant variant) {
    Set<AllocatorFeature> features = EnumSet.noneOf(AllocatorFeature.class);
    int usual = themes.contains(Theme.GATES) ? draw.of(20, 50, 80) : 96;
    for (AllocatorFeature feature : AllocatorFeature.values()) {
      if (variant.supports(Set.of(feature)) && draw.chance(usual)) {
        features.add(feature);
      }
    }
    return features;
  }

  /** Quantities of every form that the API reads. */
  static String amount(Draw draw) {
    return draw.of(
        List.of(
            "0",
            "1",
            "2",
            "3",
            "1",
            "2",
            "4",
            "500m",
            "1.5",
            "0.1",
            "1500m",
            "2e0",
            "12e-1",
            "1E1",
            "1Ki",
            "1.5Ki",
            "1k",
            "+2",
            "100u",
            "1n",
            ".5",
            "5.",
            "007",
            "2000000u",
            "1Gi",
            "1G"));
  }

  /** Quantities that hardly anybody means. */
  static String extreme(Draw draw) {
    return draw.of(
        List.of(
            "-1",
            "-500m",
            "9223372036854775807",
            "9223372036854775808",
            "1e19",
            "8Ei",
            "7Ei",
            "123456789012345678901234567890",
            "0.0000000001",
            "1e-9",
            "-9223372036854775808",
            "9223372036854775.807k",
            "999999999999999999n",
            "1e30"));
  }

  /** Words that a label, a name or an attribute may be. */
  static String word(Draw draw) {
    return draw.of(
        List.of("a", "b", "c", "", "A", "ü", "a.b", "x-1", "0", "true", "a b", "l".repeat(64)));
  }
}
