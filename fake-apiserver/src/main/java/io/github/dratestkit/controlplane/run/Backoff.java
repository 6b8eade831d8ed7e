package io.github.dratestkit.controlplane.run;

import java.time.Duration;

/** How long a loop rests after failures in a row: twice as long each time, up to a limit. */
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /** Notes a failure and returns the rest to take. */
  Duration afterFailure() {
    Duration rest = next;
    Duration doubled = rest.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    return rest;
  }

  /** Notes that it went well. */
  void reset() {
    next = FIRST;
  }
}
