package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.EnumSet;
import java.util.Set;

/**
 * The rules in force: the features that are on and the implementation whose habits are followed.
 *
 * @param features what is on
 * @param variant the implementation of upstream that is followed
 * @param compatibility whether it is followed where it is wrong
 */
public record AllocatorRules(
    Set<AllocatorFeature> features, AllocatorVariant variant, Compatibility compatibility) {

  public AllocatorRules {
    EnumSet<AllocatorFeature> copy = EnumSet.noneOf(AllocatorFeature.class);
    copy.addAll(features);
    features = copy;
  }

  /** Says whether the feature is on. */
  public boolean has(AllocatorFeature feature) {
    return features.contains(feature);
  }

  /** Says whether upstream is followed also where it is wrong. */
  public boolean followsUpstream() {
    return compatibility == Compatibility.UPSTREAM;
  }
}
