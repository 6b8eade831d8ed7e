package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;

/** Finds the strategy of a resource and its hub. */
final class KindRules {

  private final Kinds kinds;

  KindRules(Kinds kinds) {
    this.kinds = kinds;
  }

  Strategy of(GroupResource resource) {
    return kinds.strategy(StorageNames.storedAs(resource)).orElse(Strategy.PLAIN);
  }

  Strategy of(ServedResource resource) {
    return of(resource.resource());
  }

  /** Returns the kind in the version in which it is kept. */
  GroupVersionKind hub(ServedResource resource) {
    GroupResource stored = StorageNames.storedAs(resource.resource());
    Strategy strategy = kinds.strategy(stored).orElse(Strategy.PLAIN);
    if (strategy != Strategy.PLAIN && !strategy.hubVersion().equals(Strategy.PREFERRED_VERSION)) {
      return new GroupVersionKind(stored.group(), strategy.hubVersion(), resource.kind().kind());
    }
    // A kind without rules has the same shape in all its versions: the preferred one is kept.
    return kinds.catalog().preferred(stored).map(ServedResource::kind).orElse(resource.kind());
  }
}
