package io.github.dratestkit.allocator.version;

import java.util.Map;

/**
 * Which gates need which others. A component refuses to start when a gate is on and one that it
 * needs is off or not known yet ({@code component-base/featuregate}, 1.37).
 */
final class FeatureGateDependencies {

  private FeatureGateDependencies() {}

  static void check(Map<String, FeatureGate> known, Map<String, Boolean> gates) {
    for (FeatureGate gate : known.values()) {
      if (gates.getOrDefault(gate.name(), false)) {
        gate.needs().forEach(needed -> require(gates, gate.name(), needed));
      }
    }
  }

  private static void require(Map<String, Boolean> gates, String name, String needed) {
    if (!gates.getOrDefault(needed, false)) {
      throw new FeatureGateException(
          "feature gate " + name + " needs " + needed + ", which is off: switch both on or off");
    }
  }
}
