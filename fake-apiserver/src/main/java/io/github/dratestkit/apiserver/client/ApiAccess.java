package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.ApiHandler;

/**
 * What a loop of the control plane holds of the API: feeds to read and writes to act, over HTTP or
 * in process. Loops see the server through nothing else.
 */
public interface ApiAccess {

  /**
   * Returns access to a server in process, without a socket. Over a {@link RemoteApi} it is access
   * to any cluster.
   */
  static ApiAccess of(ApiHandler handler) {
    return HandlerAccess.of(handler);
  }

  /**
   * Returns the same access under the name of a component such as {@code kube-scheduler}, by which
   * the server knows who manages a field.
   */
  default ApiAccess as(String name) {
    return this;
  }

  /**
   * Returns the same access to the objects of a custom resource, for which the class {@code
   * GenericKubernetesResource} stands then.
   */
  ApiAccess to(ObjectKind kind);

  /** Opens a feed of all objects of a kind in all namespaces. */
  default <T extends HasMetadata> Feed<T> feed(Class<T> kind) {
    return feed(kind, FeedOptions.ALL);
  }

  /** Opens a feed of the objects of a kind that the options select. */
  <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options);

  /** Returns the way to write. */
  Writes writes();
}
