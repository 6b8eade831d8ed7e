package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.ChangeReader;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;

/** How a watch begins. */
sealed interface WatchStart {

  /**
   * It can be served.
   *
   * @param initial what exists, to be sent first
   * @param version the version of the initial objects
   * @param mark whether a bookmark ends the initial objects
   */
  record Open(ChangeReader changes, List<StoredObject> initial, long version, boolean mark)
      implements WatchStart {}

  /** It ends with one ERROR event. */
  record Refused(StatusException reason) implements WatchStart {}
}
