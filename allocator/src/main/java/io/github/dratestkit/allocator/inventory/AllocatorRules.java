package io.github.dratestkit.allocator.inventory;

import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.EnumSet;
import java.util.Set;

/**
 * The rules in force: the features that are on and the implementation whose habits are followed.
 *
 * @param features what is on
 * @param variant the implementation of upstream that is followed
 */
public record AllocatorRules(Set<AllocatorFeature> features, AllocatorVariant variant) {

  public AllocatorRules {
    EnumSet<AllocatorFeature> copy = EnumSet.noneOf(AllocatorFeature.class);
    copy.addAll(features);
    features = copy;
  }

  /** Says whether the feature is on. */
  public boolean has(AllocatorFeature feature) {
    return features.contains(feature);
  }
}
