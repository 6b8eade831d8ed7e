package io.github.dratestkit.controlplane.common;

import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The keys that a loop still has to look at, each at most once, in the order in which they came. A
 * key that failed comes back after 5 ms, and after twice as long with every further failure, as
 * upstream's rate limiter has it (client-go, {@code DefaultTypedControllerRateLimiter}).
 *
 * @param <K> the key, with equals and hashCode
 */
public final class WorkQueue<K> {

  private static final Duration FIRST_RETRY = Duration.ofMillis(5);
  private static final Duration LAST_RETRY = Duration.ofSeconds(1000);

  private final Timers timers;
  private final LinkedHashSet<K> ready = new LinkedHashSet<>();
  private final TreeMap<Instant, LinkedHashSet<K>> later = new TreeMap<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private Runnable wake = () -> {};

  /** Creates an empty queue that takes its time from {@code timers}. */
  public WorkQueue(Timers timers) {
    this.timers = timers;
  }

  /** Sets what to run when a key has become due. */
  public void onReady(Runnable newWake) {
    wake = newWake;
  }

  /** Adds a key to be looked at now. */
  public void add(K key) {
    ready.add(key);
  }

  /** Adds a key to be looked at when {@code time} has come. */
  public void addAt(K key, Instant time) {
    if (!time.isAfter(timers.instant())) {
      add(key);
      return;
    }
    later.computeIfAbsent(time, ignored -> new LinkedHashSet<>()).add(key);
    timers.at(time, () -> wake.run());
  }

  /** Adds a key to be looked at after {@code delay}. */
  public void addAfter(K key, Duration delay) {
    addAt(key, timers.instant().plus(delay));
  }

  /** Adds a key whose work has failed, to be tried again after its own growing pause. */
  public void retry(K key) {
    int failed = failures.merge(key, 1, Integer::sum) - 1;
    addAfter(key, pauseAfter(failed));
  }

  /** Returns how often in a row the work of a key has failed. */
  public int failuresOf(K key) {
    return failures.getOrDefault(key, 0);
  }

  /** Forgets that a key has ever failed. */
  public void forget(K key) {
    failures.remove(key);
  }

  /** Removes and returns the next key that is due. */
  public Optional<K> poll() {
    Instant now = timers.instant();
    while (!later.isEmpty() && !later.firstKey().isAfter(now)) {
      ready.addAll(later.pollFirstEntry().getValue());
    }
    Optional<K> first = ready.stream().findFirst();
    first.ifPresent(ready::remove);
    return first;
  }

  private static Duration pauseAfter(int failed) {
    Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(failed, 20));
    return pause.compareTo(LAST_RETRY) < 0 ? pause : LAST_RETRY;
  }
}
