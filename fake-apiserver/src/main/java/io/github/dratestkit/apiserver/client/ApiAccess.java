package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * What a loop of the control plane holds of the API: feeds to read and writes to act, over HTTP or
 * in process. Loops see the server through nothing else.
 */
public interface ApiAccess {

  /** Opens a feed of all objects of a kind in all namespaces. */
  default <T extends HasMetadata> Feed<T> feed(Class<T> kind) {
    return feed(kind, FeedOptions.ALL);
  }

  /** Opens a feed of the objects of a kind that the options select. */
  <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options);

  /** Returns the way to write. */
  Writes writes();
}
