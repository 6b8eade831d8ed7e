package io.github.dratestkit.controlplane.run;

import java.time.Duration;

/** Something to wait for that is remembered if it comes early. */
final class Signal {

  private boolean raised;

  synchronized void raise() {
    if (!raised) {
      raised = true;
      notifyAll();
    }
  }

  /** Waits until it is raised, and lowers it. */
  synchronized void await() throws InterruptedException {
    while (!raised) {
      wait();
    }
    raised = false;
  }

  /** Waits for {@code rest}, whether it is raised or not. */
  static void rest(Duration rest) throws InterruptedException {
    Thread.sleep(rest.toMillis());
  }
}
