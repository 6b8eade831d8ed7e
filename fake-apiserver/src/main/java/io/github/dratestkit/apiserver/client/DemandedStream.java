package io.github.dratestkit.apiserver.client;

import io.github.dratestkit.apiserver.EventStream;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Gives the frames of a stream to a reader, one for each that it asks for, in order, and one call
 * at a time.
 */
final class DemandedStream {

  /** Who reads. */
  interface Reader {
    /** Takes a frame. */
    void frame(byte[] frame) throws Exception;

    /** Hears that the stream is over. */
    void end();

    /** Hears that it could not take a frame. */
    void fail(Throwable fault);
  }

  private final EventStream frames;
  private final Reader reader;
  private final Executor executor;
  private final Consumer<DemandedStream> whenOver;
  private final AtomicLong demand = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean listening = new AtomicBoolean();

  DemandedStream(
      EventStream frames, Reader reader, Executor executor, Consumer<DemandedStream> whenOver) {
    this.frames = frames;
    this.reader = reader;
    this.executor = executor;
    this.whenOver = whenOver;
  }

  /** Asks for one more frame. */
  void demand() {
    demand.incrementAndGet();
    if (listening.compareAndSet(false, true)) {
      frames.onReady(this::wake);
    }
    wake();
  }

  /** Ends the stream from the reader's side; the reader hears nothing more. */
  void cancel() {
    if (over.compareAndSet(false, true)) {
      frames.close();
      whenOver.accept(this);
    }
  }

  private void wake() {
    if (asked.getAndIncrement() == 0) {
      executor.execute(this::run);
    }
  }

  private void run() {
    int seen = asked.get();
    do {
      give();
      seen = asked.addAndGet(-seen);
    } while (seen != 0);
  }

  private void give() {
    while (!over.get() && demand.get() > 0) {
      byte[] frame = frames.poll();
      if (frame == null) {
        break;
      }
      demand.decrementAndGet();
      try {
        reader.frame(frame);
      } catch (Exception e) {
        cancel();
        reader.fail(e);
        return;
      }
    }
    if (frames.ended() && over.compareAndSet(false, true)) {
      frames.close();
      whenOver.accept(this);
      reader.end();
    }
  }
}
