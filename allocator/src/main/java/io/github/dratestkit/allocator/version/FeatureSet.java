package io.github.dratestkit.allocator.version;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One Kubernetes version together with its feature gates. Everything that differs by version or
 * gate asks this object, and nothing else decides it.
 *
 * <p>Defaults, stages and dependencies are those of 1.37.2 ({@code pkg/features/kube_features.go}).
 */
public final class FeatureSet {

  private final KubernetesVersion version;
  private final Map<String, Boolean> gates;

  private FeatureSet(KubernetesVersion version, Map<String, Boolean> gates) {
    this.version = version;
    this.gates = gates;
  }

  /** Returns the default gates of {@code version}. */
  public static FeatureSet of(KubernetesVersion version) {
    return of(version, Map.of());
  }

  /**
   * Returns the gates of {@code version} after {@code overrides}, which may name {@code AllAlpha}
   * and {@code AllBeta} as on a command line.
   *
   * @throws FeatureGateException if a gate is unknown, locked, or lacks a gate that it depends on
   */
  public static FeatureSet of(KubernetesVersion version, Map<String, Boolean> overrides) {
    Map<String, FeatureGate> known = FeatureGateTable.gatesOf(version);
    Map<String, Boolean> effective = FeatureGateOverrides.apply(known, overrides, version);
    FeatureGateDependencies.check(known, effective);
    return new FeatureSet(version, effective);
  }

  /** Returns the Kubernetes version. */
  public KubernetesVersion version() {
    return version;
  }

  /**
   * Returns the oldest version that new expressions must still be understood by: the minor before
   * this one, as in a cluster started without {@code --min-compatibility-version}. 1.37 looks back
   * three versions at most, so that 1.34 as it emulates it need not understand 1.33.
   */
  public KubernetesVersion minimumCompatibilityVersion() {
    return version.previous();
  }

  /** Says whether the gate is on. A gate that the version does not know is off. */
  public boolean enabled(String gate) {
    return gates.getOrDefault(gate, false);
  }

  /** Returns the features of the allocator that these gates switch on. */
  public Set<AllocatorFeature> allocatorFeatures() {
    EnumSet<AllocatorFeature> features = EnumSet.noneOf(AllocatorFeature.class);
    for (AllocatorFeature feature : AllocatorFeature.values()) {
      if (enabled(feature.gate())) {
        features.add(feature);
      }
    }
    if (!enabled("DRAResourceClaimDeviceStatus")) {
      features.remove(AllocatorFeature.DeviceBindingAndStatus);
    }
    return features;
  }

  /** Returns all gates of this version and whether they are on, sorted by name. */
  public Map<String, Boolean> gates() {
    return new LinkedHashMap<>(new TreeMap<>(gates));
  }

  @Override
  public String toString() {
    return "Kubernetes " + version;
  }
}
