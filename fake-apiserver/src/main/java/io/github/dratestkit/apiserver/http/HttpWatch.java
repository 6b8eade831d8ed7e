package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.EventStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A watch over HTTP: one line per event. It holds no thread: it pulls frames while the client can
 * take them and goes away until the stream or the socket calls.
 */
final class HttpWatch implements WriteListener, AsyncListener, OpenWatches.Watch {

  /** How many bytes go out in one piece when there is much to say. */
  private static final int BATCH = 32 * 1024;

  private final EventStream frames;
  private final byte[] frameEnd;
  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Lanes.Lane lane;
  private final OpenWatches open;
  private final Turns turns = new Turns(this::writeWhileReady);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean started = new AtomicBoolean();
  private final ByteArrayOutputStream batch = new ByteArrayOutputStream();

  private Optional<Departure> departure = Optional.empty();

  /** Whether something was written that the client may not have; at first, the headers. */
  private boolean unflushed = true;

  HttpWatch(
      EventStream frames, byte[] frameEnd, AsyncContext async, Lanes.Lane lane, OpenWatches open)
      throws IOException {
    this.frames = frames;
    this.frameEnd = frameEnd;
    this.async = async;
    this.out = async.getResponse().getOutputStream();
    this.lane = lane;
    this.open = open;
  }

  void start() {
    open.add(this);
    async.addListener(this);
    out.setWriteListener(this);
  }

  @Override
  public void onWritePossible() {
    if (started.compareAndSet(false, true)) {
      departure = Departure.watch(async.getRequest(), this::end);
      frames.onReady(this::wake);
    }
    turns.askAndRun();
  }

  private void wake() {
    if (!turns.ask()) {
      return;
    }
    try {
      lane.run(turns::run);
    } catch (RejectedExecutionException e) {
      end();
    }
  }

  private void writeWhileReady() {
    try {
      while (!ended.get() && out.isReady()) {
        if (!writeSome()) {
          return;
        }
      }
    } catch (IOException | IllegalStateException e) {
      end();
    }
  }

  /** Writes a batch, or flushes, or ends. Returns whether there may be more to do. */
  private boolean writeSome() throws IOException {
    fillBatch();
    if (batch.size() > 0) {
      byte[] bytes = batch.toByteArray();
      batch.reset();
      unflushed = true;
      out.write(bytes);
      return true;
    }
    if (unflushed) {
      unflushed = false;
      out.flush();
      return true;
    }
    if (frames.ended()) {
      end();
    }
    return false;
  }

  private void fillBatch() {
    while (batch.size() < BATCH) {
      byte[] frame = frames.poll();
      if (frame == null) {
        return;
      }
      batch.write(frame, 0, frame.length);
      batch.write(frameEnd, 0, frameEnd.length);
    }
  }

  @Override
  public void end() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    open.remove(this);
    frames.close();
    departure.ifPresent(Departure::stop);
    try {
      async.complete();
    } catch (IllegalStateException e) {
      // The container has completed the response itself, after an error that it saw first.
    }
  }

  @Override
  public void onError(Throwable fault) {
    end();
  }

  @Override
  public void onError(AsyncEvent event) {
    end();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    end();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    end();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
