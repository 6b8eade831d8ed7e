package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Feed;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** A feed that is cut, comes late, fails or kills its reader, as the plan has it. */
final class FaultyFeed<T extends HasMetadata> implements Feed<T> {

  private static final Duration LATE = Duration.ofMillis(700);

  private final String loop;
  private final String call;
  private final Supplier<Feed<T>> opening;
  private final FaultPlan plan;
  private final Timers timers;
  private Feed<T> feed;
  private Runnable wake = () -> {};
  private Instant silentUntil = Instant.MIN;

  /** What was taken from the feed and not given yet. */
  private Optional<Event<T>> next = Optional.empty();

  FaultyFeed(String loop, String call, Supplier<Feed<T>> opening, FaultPlan plan, Timers timers) {
    this.loop = loop;
    this.call = call;
    this.opening = opening;
    this.plan = plan;
    this.timers = timers;
    this.feed = opening.get();
  }

  @Override
  public Optional<Event<T>> poll() {
    if (silentUntil.isAfter(timers.instant()) && !plan.isHealed()) {
      return Optional.empty();
    }
    if (next.isEmpty()) {
      next = feed.poll();
      if (next.isEmpty()) {
        return next;
      }
      Optional<Injected> fault = plan.decide(loop, call, Injected::fitsFeed);
      if (fault.isPresent()) {
        return spoil(fault.get());
      }
    }
    Optional<Event<T>> given = next;
    next = Optional.empty();
    return given;
  }

  private Optional<Event<T>> spoil(Injected fault) {
    switch (fault) {
      case DIES_BEFORE -> throw new LoopDied(loop);
      case INTERNAL_ERROR -> throw new ApiException(500, "InternalError", "a watch has failed");
      case CUT -> {
        next = Optional.empty();
        feed.close();
        feed = opening.get();
        feed.onReady(wake);
        return feed.poll();
      }
      default -> {
        silentUntil = timers.instant().plus(LATE);
        timers.at(silentUntil, () -> wake.run());
        return Optional.empty();
      }
    }
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    feed.onReady(newWake);
  }

  @Override
  public void close() {
    feed.close();
  }
}
