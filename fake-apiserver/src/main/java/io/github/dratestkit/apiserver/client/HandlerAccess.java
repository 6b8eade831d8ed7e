package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.ApiHandler;

/** Access through a handler, wherever that gets its answers from. */
final class HandlerAccess implements ApiAccess {

  private final Requests requests;
  private final EventCache cache;

  private HandlerAccess(Requests requests, EventCache cache) {
    this.requests = requests;
    this.cache = cache;
  }

  static ApiAccess of(ApiHandler handler) {
    return new HandlerAccess(Requests.under("dra-testkit", handler), new EventCache());
  }

  @Override
  public <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
    return new ListWatchFeed<>(requests, cache, kind, options);
  }

  @Override
  public Writes writes() {
    return new RequestWrites(requests, cache);
  }

  @Override
  public ApiAccess as(String name) {
    return new HandlerAccess(Requests.under(name, requests.handler()), cache);
  }
}
