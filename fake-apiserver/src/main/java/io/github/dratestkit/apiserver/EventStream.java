package io.github.dratestkit.apiserver;

import org.jspecify.annotations.Nullable;

/**
 * The frames of one watch, pulled by whoever writes them to a client. It owns no thread: a
 * transport polls until there is nothing, goes away, and comes back when woken.
 *
 * <p>A watcher that is too slow is ended by the server, never given a gap and never waited for.
 */
public interface EventStream extends AutoCloseable {

  /**
   * Returns the next frame as it goes over the wire, without a final line break, or null if there
   * is none now.
   */
  byte @Nullable [] poll();

  /** Says whether no frame will ever follow: the stream has ended and {@link #poll} gave all. */
  boolean ended();

  /**
   * Sets what to run when frames may be there or the stream has ended. It runs on the writer's
   * thread, possibly more often than needed, and must neither block nor poll.
   */
  void onReady(Runnable wake);

  /** Ends the stream from the client's side. */
  @Override
  void close();
}
