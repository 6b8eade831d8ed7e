package io.github.dratestkit.apiserver.store;

import java.util.concurrent.locks.ReentrantLock;

/**
 * What the server itself does when something in its store has changed, on the thread of whoever
 * changed it: one thread at a time, and again as long as something changed meanwhile. What it
 * writes itself comes back to it at once and is looked at in the same turn.
 */
public final class Reaction {

  private final Runnable pass;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile boolean due;

  /** Creates a reaction of which {@code pass} looks at everything once. */
  public Reaction(Runnable pass) {
    this.pass = pass;
  }

  /** Looks at everything until nothing changes any more; within a pass it is only noted. */
  public void run() {
    due = true;
    if (isUnderWay()) {
      return;
    }
    turn.lock();
    try {
      while (due) {
        due = false;
        pass.run();
      }
    } finally {
      turn.unlock();
    }
  }

  /** Says whether something has changed since the pass began, which is worth beginning anew for. */
  public boolean isDue() {
    return due;
  }

  /** Says whether the thread that asks is in a pass. */
  public boolean isUnderWay() {
    return turn.isHeldByCurrentThread();
  }
}
