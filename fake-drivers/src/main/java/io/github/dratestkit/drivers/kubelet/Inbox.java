package io.github.dratestkit.drivers.kubelet;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What other threads have to tell the kubelet: answers of drivers, ends of streams. The kubelet
 * takes it in on its own thread, step by step.
 */
final class Inbox {

  private final LinkedBlockingQueue<Runnable> messages = new LinkedBlockingQueue<>();
  private volatile Runnable wake = () -> {};

  void onReady(Runnable newWake) {
    wake = newWake;
  }

  /** Leaves something to be run by the next step; from any thread. */
  void put(Runnable message) {
    messages.add(message);
    wake.run();
  }

  /** Runs everything that is there, and returns whether there was anything. */
  boolean drain() {
    boolean moved = false;
    for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
      message.run();
      moved = true;
    }
    return moved;
  }

  /** Waits until something is there, runs it, and returns whether there was anything. */
  boolean await(Duration patience) {
    try {
      Optional<Runnable> message =
          Optional.ofNullable(messages.poll(patience.toMillis(), TimeUnit.MILLISECONDS));
      message.ifPresent(Runnable::run);
      return message.isPresent();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
