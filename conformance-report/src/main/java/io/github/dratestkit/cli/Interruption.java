package io.github.dratestkit.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The end of a command that runs until somebody interrupts it, which may be before it has started
 * everything: what is open by then is closed, the newest first.
 */
final class Interruption {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private boolean over;

  /** Listens for the signal from now on. */
  Interruption() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "interruption"));
  }

  /** Has {@code resource} closed before the process ends, and returns it. */
  <T extends AutoCloseable> T closing(T resource) {
    boolean late;
    synchronized (this) {
      late = over;
      open.push(resource);
    }
    if (late) {
      closeAll();
    }
    return resource;
  }

  /** Waits until the process is told to end and everything is closed. */
  void await() throws InterruptedException {
    stopped.await();
  }

  private void end() {
    synchronized (this) {
      over = true;
    }
    closeAll();
    stopped.countDown();
  }

  private void closeAll() {
    for (AutoCloseable next = pop(); next != null; next = pop()) {
      try {
        next.close();
      } catch (Exception failed) {
        // The others are closed all the same; the process ends anyway.
        System.err.println("while ending: " + failed);
      }
    }
  }

  private synchronized @Nullable AutoCloseable pop() {
    return open.poll();
  }
}
