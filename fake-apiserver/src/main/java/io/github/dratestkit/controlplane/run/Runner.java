package io.github.dratestkit.controlplane.run;

import io.github.dratestkit.controlplane.Loop;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each loop a thread of its own. A loop that has nothing to do waits until it is woken; one
 * that fails is called again after a rest that grows, as a controller of Kubernetes would be.
 */
public final class Runner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * How long a loop rests when it has nothing to do. Under load a loop that only looks on would be
   * woken by each of many thousand events; it takes them in together so.
   */
  private static final Duration PAUSE = Duration.ofMillis(4);

  private final List<LoopThread> threads;

  private Runner(List<LoopThread> threads) {
    this.threads = threads;
  }

  /** Starts a thread for each of {@code loops}, which from now on belong to them. */
  public static Runner start(List<Loop> loops) {
    List<LoopThread> threads = loops.stream().map(LoopThread::new).toList();
    threads.forEach(Thread::start);
    return new Runner(threads);
  }

  /** Stops all loops, each at the end of its step, and closes them. */
  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    for (LoopThread thread : threads) {
      try {
        thread.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static final class LoopThread extends Thread {

    private final Loop loop;
    private final Signal work = new Signal();
    private final Backoff backoff = new Backoff();

    LoopThread(Loop loop) {
      super(loop.name());
      this.loop = loop;
      setDaemon(true);
    }

    @Override
    public void run() {
      try (loop) {
        loop.onReady(work::raise);
        while (!isInterrupted()) {
          stepUntilIdle();
          Signal.rest(PAUSE);
          work.await();
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }

    private void stepUntilIdle() throws InterruptedException {
      boolean moved = true;
      while (moved && !isInterrupted()) {
        try {
          moved = loop.step();
          backoff.reset();
        } catch (RuntimeException | Error e) {
          // An error too: a loop that is silently gone would be worse than one that fails loudly.
          if (isInterrupted()) {
            return;
          }
          Duration rest = backoff.afterFailure();
          LOG.warn("{} failed and rests {} ms", loop.name(), rest.toMillis(), e);
          Signal.rest(rest);
        }
      }
    }
  }
}
