package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Feed;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;

/**
 * The API as one loop sees it while things go wrong.
 *
 * @param loop the loop's name, by which the plan knows its calls
 */
record FaultyAccess(String loop, ApiAccess access, FaultPlan plan, Timers timers)
    implements ApiAccess {

  @Override
  public <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
    return new FaultyFeed<>(
        loop,
        "WATCH " + HasMetadata.getPlural(kind),
        () -> access.feed(kind, options),
        plan,
        timers);
  }

  @Override
  public ApiAccess to(ObjectKind kind) {
    return new FaultyAccess(loop, access.to(kind), plan, timers);
  }

  @Override
  public Writes writes() {
    return new FaultyWrites(loop, access.writes(), plan);
  }

  @Override
  public ApiAccess as(String name) {
    return new FaultyAccess(loop, access.as(name), plan, timers);
  }
}
