package io.github.dratestkit.controlplane.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Feed;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Writes;

/** Access whose writes are counted. */
record CountedAccess(ApiAccess access, Writes writes) implements ApiAccess {

  @Override
  public <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
    return access.feed(kind, options);
  }

  @Override
  public ApiAccess to(ObjectKind kind) {
    return access.to(kind);
  }
}
