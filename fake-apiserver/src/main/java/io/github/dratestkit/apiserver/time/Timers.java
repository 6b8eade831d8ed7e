package io.github.dratestkit.apiserver.time;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock and the alarms set on it. In {@code serve} it is the system's; in scenarios it is
 * virtual, and time moves only when somebody moves it.
 */
public interface Timers extends InstantSource {

  /** An alarm that can be called off. */
  @FunctionalInterface
  interface Alarm {
    /** Calls the alarm off; does nothing if it has rung. */
    void cancel();
  }

  /**
   * Runs {@code action} once at {@code time}, or soon if that is past. The action must not block.
   */
  Alarm at(Instant time, Runnable action);
}
