package io.github.dratestkit.allocator.version;

/** One feature gate as one Kubernetes version defines it. */
record FeatureGate(String name, Stage stage, boolean enabledByDefault) {

  /** How far a feature has come. */
  enum Stage {
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }
}
