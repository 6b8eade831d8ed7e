package io.github.dratestkit.apiserver.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one task at a time, once more for calls that came meanwhile, and never lets a caller wait.
 * Several threads may ask a watch to write; one does.
 */
final class Turns {

  private final Runnable task;
  private final AtomicInteger asked = new AtomicInteger();

  Turns(Runnable task) {
    this.task = task;
  }

  /** Notes that there is work. Returns whether the caller must see to it that it {@link #run}s. */
  boolean ask() {
    return asked.getAndIncrement() == 0;
  }

  /** Runs the task until nobody has asked since its last start. */
  void run() {
    int seen = asked.get();
    do {
      task.run();
      seen = asked.addAndGet(-seen);
    } while (seen != 0);
  }

  /** Runs the task now, or leaves that to the thread that is running it. */
  void askAndRun() {
    if (ask()) {
      run();
    }
  }
}
