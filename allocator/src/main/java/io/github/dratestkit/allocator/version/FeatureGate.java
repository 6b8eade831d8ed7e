package io.github.dratestkit.allocator.version;

import java.util.List;

/**
 * One feature gate as one Kubernetes version defines it.
 *
 * @param locked whether it cannot be set otherwise than it is by default
 * @param needs the gates without which it cannot be on
 */
record FeatureGate(
    String name, Stage stage, boolean enabledByDefault, boolean locked, List<String> needs) {

  /** How far a feature has come. */
  enum Stage {
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }
}
