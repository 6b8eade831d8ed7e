package io.github.dratestkit.apiserver.store;

import org.jspecify.annotations.Nullable;

/** Reads the changes of one resource in order, from some version on. Belongs to one watch. */
public final class ChangeReader implements AutoCloseable {

  /** A reader that is further behind is ended: it would read what the log has forgotten. */
  private static final long MAXIMUM_LAG = 50_000;

  private final ChangeLog log;
  private ChangeLog.Link position;
  private Runnable listener = () -> {};
  private volatile boolean broken;

  ChangeReader(ChangeLog log, ChangeLog.Link position) {
    this.log = log;
    this.position = position;
  }

  /** Returns the next change, or null if there is none now. */
  public @Nullable Change poll() {
    ChangeLog.Link next = ChangeLog.after(position);
    if (next == null) {
      return null;
    }
    if (log.lag(position) > MAXIMUM_LAG) {
      broken = true;
      return null;
    }
    position = next;
    return ChangeLog.changeOf(next);
  }

  /** Says whether the reader has fallen so far behind that it must be ended. */
  public boolean broken() {
    return broken;
  }

  /** Sets what to run on the writer's thread when there may be a change. */
  public void onChange(Runnable newListener) {
    log.removeListener(listener);
    listener = newListener;
    log.addListener(newListener);
  }

  @Override
  public void close() {
    log.removeListener(listener);
  }
}
