package io.github.dratestkit.allocator.version;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a command line makes of the default gates. {@code AllAlpha} and {@code AllBeta} act first on
 * every gate of their stage that is not named itself, whatever the order on the command line.
 */
final class FeatureGateOverrides {

  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";

  private static final Set<String> STAGES = Set.of(ALL_ALPHA, ALL_BETA);

  private FeatureGateOverrides() {}

  static Map<String, Boolean> apply(
      Map<String, FeatureGate> known, Map<String, Boolean> overrides, KubernetesVersion version) {
    Map<String, Boolean> effective = new LinkedHashMap<>();
    known.values().forEach(gate -> effective.put(gate.name(), initial(gate, overrides)));
    overrides.forEach(
        (name, enabled) -> {
          if (!STAGES.contains(name)) {
            effective.put(name, checked(known, name, enabled, version));
          }
        });
    return effective;
  }

  private static boolean initial(FeatureGate gate, Map<String, Boolean> overrides) {
    Boolean forStage =
        switch (gate.stage()) {
          case ALPHA -> overrides.get(ALL_ALPHA);
          case BETA -> overrides.get(ALL_BETA);
          case GA, DEPRECATED -> null;
        };
    return forStage == null ? gate.enabledByDefault() : forStage;
  }

  private static boolean checked(
      Map<String, FeatureGate> known, String name, boolean enabled, KubernetesVersion version) {
    FeatureGate gate = known.get(name);
    if (gate == null) {
      throw new FeatureGateException(
          "unknown feature gate "
              + name
              + " in Kubernetes "
              + version
              + ": allocator/src/data/feature-gates.json lists those there are");
    }
    if (gate.locked() && enabled != gate.enabledByDefault()) {
      throw new FeatureGateException(
          "feature gate "
              + name
              + " is locked to "
              + gate.enabledByDefault()
              + " in Kubernetes "
              + version);
    }
    return enabled;
  }
}
