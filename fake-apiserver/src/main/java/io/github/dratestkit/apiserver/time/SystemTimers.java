package io.github.dratestkit.apiserver.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The system's clock; alarms ring on one daemon thread. */
public final class SystemTimers implements Timers, AutoCloseable {

  private final ScheduledThreadPoolExecutor executor;

  /** Starts the thread. */
  public SystemTimers() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            action -> {
              Thread thread = new Thread(action, "timers");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public Alarm at(Instant time, Runnable action) {
    // Rounded up: an alarm that rings early would find nothing due and never ring again.
    long delay = Math.max(0, Duration.between(instant(), time).plusNanos(999_999).toMillis());
    ScheduledFuture<?> scheduled =
        executor.schedule(
            () -> {
              if (instant().isBefore(time)) {
                at(time, action);
              } else {
                action.run();
              }
            },
            delay,
            TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
