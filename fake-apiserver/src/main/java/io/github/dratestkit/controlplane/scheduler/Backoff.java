package io.github.dratestkit.controlplane.scheduler;

import java.time.Duration;

/**
 * How long whatever found no place rests: a second, and twice as long each time. Source: {@code
 * pkg/scheduler/backend/queue/backoff_queue.go}, 1.37.
 */
final class Backoff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 20;

  /** How long a single pod rests at most. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  /** Upstream ends pauses with the second after the one in which they run out. */
  static final Duration HALF_A_TICK = Duration.ofMillis(500);

  private Backoff() {}

  /** Returns the rest after so many attempts in a row, at least one. */
  static Duration after(int attempts, Duration longest) {
    Duration wanted = FIRST.multipliedBy(1L << Math.min(attempts - 1, MOST_DOUBLINGS));
    return wanted.compareTo(longest) < 0 ? wanted : longest;
  }
}
