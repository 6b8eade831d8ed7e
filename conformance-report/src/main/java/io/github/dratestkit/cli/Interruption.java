package io.github.dratestkit.cli;

import java.util.concurrent.CountDownLatch;

/** The end of a command that runs until somebody interrupts it. */
final class Interruption {

  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * @param closing what is done before the process ends, on another thread
   */
  Interruption(Runnable closing) {
    java.lang.Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  closing.run();
                  stopped.countDown();
                }));
  }

  /** Waits until the process is told to end and everything is closed. */
  void await() throws InterruptedException {
    stopped.await();
  }
}
