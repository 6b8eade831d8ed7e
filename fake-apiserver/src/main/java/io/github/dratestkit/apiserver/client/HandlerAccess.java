package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.ApiHandler;

/** Access through a handler, wherever that gets its answers from. */
final class HandlerAccess implements ApiAccess {

  private final Requests requests;
  private final EventCache cache;
  private final Paths paths;

  private HandlerAccess(Requests requests, EventCache cache, Paths paths) {
    this.requests = requests;
    this.cache = cache;
    this.paths = paths;
  }

  static ApiAccess of(ApiHandler handler) {
    return new HandlerAccess(
        Requests.under("dra-testkit", handler), new EventCache(), ResourcePath::of);
  }

  @Override
  public <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
    return new ListWatchFeed<>(requests, cache, kind, paths.of(kind), options);
  }

  @Override
  public Writes writes() {
    return new RequestWrites(requests, cache, paths);
  }

  @Override
  public ApiAccess as(String name) {
    return new HandlerAccess(Requests.under(name, requests.handler()), cache, paths);
  }

  @Override
  public ApiAccess to(ObjectKind kind) {
    ResourcePath path = ResourcePath.of(kind);
    // Events of several kinds of one class must not be taken for each other's.
    return new HandlerAccess(
        requests,
        new EventCache(),
        model -> model == GenericKubernetesResource.class ? path : ResourcePath.of(model));
  }
}
