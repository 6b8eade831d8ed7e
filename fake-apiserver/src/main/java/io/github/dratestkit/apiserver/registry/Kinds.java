package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Optional;

/**
 * Which kinds there are at the moment and what each does differently. Definitions of custom
 * resources change both while the server runs.
 */
public interface Kinds {

  /** Returns what is served now. */
  Catalog catalog();

  /** Returns the strategy of a resource, if it has one. */
  Optional<Strategy> strategy(GroupResource resource);
}
