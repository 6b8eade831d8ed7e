package io.github.dratestkit.apiserver.fault;

import io.github.dratestkit.apiserver.EventStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream that ends before its time. */
final class SpoiledStream implements EventStream {

  private final EventStream original;
  private final Consumer<SpoiledStream> whenOver;
  private int left = Integer.MAX_VALUE;
  private Runnable wake = () -> {};

  SpoiledStream(EventStream original, Consumer<SpoiledStream> whenOver) {
    this.original = original;
    this.whenOver = whenOver;
  }

  synchronized void cutAfter(int events) {
    left = events;
  }

  /** Ends the stream now; what it still held is lost. */
  void cut() {
    Runnable toWake;
    synchronized (this) {
      left = 0;
      toWake = wake;
    }
    close();
    toWake.run();
  }

  @Override
  public byte @Nullable [] poll() {
    synchronized (this) {
      if (left == 0) {
        return null;
      }
    }
    byte[] frame = original.poll();
    if (frame != null) {
      countDown();
    }
    return frame;
  }

  private synchronized void countDown() {
    if (left != Integer.MAX_VALUE) {
      left--;
    }
  }

  @Override
  public boolean ended() {
    synchronized (this) {
      if (left == 0) {
        return true;
      }
    }
    return original.ended();
  }

  @Override
  public void onReady(Runnable newWake) {
    synchronized (this) {
      wake = newWake;
    }
    original.onReady(newWake);
  }

  @Override
  public void close() {
    whenOver.accept(this);
    original.close();
  }
}
