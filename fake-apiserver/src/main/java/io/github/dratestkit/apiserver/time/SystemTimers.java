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
    long delay = Math.max(0, Duration.between(instant(), time).toMillis());
    ScheduledFuture<?> scheduled = executor.schedule(action, delay, TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
