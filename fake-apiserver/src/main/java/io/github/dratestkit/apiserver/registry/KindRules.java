package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.Map;

/** Finds the strategy of a resource and its hub. */
final class KindRules {

  private final Catalog catalog;
  private final Map<GroupResource, Strategy> strategies;

  KindRules(Catalog catalog, Map<GroupResource, Strategy> strategies) {
    this.catalog = catalog;
    this.strategies = Map.copyOf(strategies);
  }

  Strategy of(GroupResource resource) {
    return strategies.getOrDefault(StorageNames.storedAs(resource), Strategy.PLAIN);
  }

  Strategy of(ServedResource resource) {
    return of(resource.resource());
  }

  /** Returns the kind in the version in which it is kept. */
  GroupVersionKind hub(ServedResource resource) {
    GroupResource stored = StorageNames.storedAs(resource.resource());
    Strategy strategy = strategies.get(stored);
    if (strategy != null && !strategy.hubVersion().equals(Strategy.PREFERRED_VERSION)) {
      return new GroupVersionKind(stored.group(), strategy.hubVersion(), resource.kind().kind());
    }
    // A kind without rules has the same shape in all its versions: the preferred one is kept.
    return catalog.preferred(stored).map(ServedResource::kind).orElse(resource.kind());
  }
}
