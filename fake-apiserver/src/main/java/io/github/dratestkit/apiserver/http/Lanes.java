package io.github.dratestkit.apiserver.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a few threads write for all watches. A change may wake hundreds of them at once; a thread
 * for each would cost far more than the writing, which never waits.
 */
final class Lanes {

  private static final int MOST = 4;

  private final Lane[] lanes;
  private final AtomicInteger next = new AtomicInteger();

  Lanes(Executor executor) {
    lanes = new Lane[Math.min(MOST, Runtime.getRuntime().availableProcessors())];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(executor);
    }
  }

  /** Returns the lane for one more watch. */
  Lane choose() {
    return lanes[Math.floorMod(next.getAndIncrement(), lanes.length)];
  }

  /** Runs what is put in one after the other. */
  static final class Lane {

    private final Executor executor;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final Turns turns = new Turns(this::drain);

    private Lane(Executor executor) {
      this.executor = executor;
    }

    /**
     * Runs {@code task} soon.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the server is stopping
     */
    void run(Runnable task) {
      waiting.add(task);
      if (turns.ask()) {
        executor.execute(turns::run);
      }
    }

    private void drain() {
      for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
        task.run();
      }
    }
  }
}
