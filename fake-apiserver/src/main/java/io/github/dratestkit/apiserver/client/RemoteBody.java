package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.github.dratestkit.apiserver.EventStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer from afar: read to its end, or taken as the lines of a watch while they
 * come. It asks for more bytes only while few lines wait, so a reader that is slow slows the server
 * down and not this memory.
 */
final class RemoteBody implements AsyncBody.Consumer<List<ByteBuffer>>, EventStream {

  private static final int MOST_WAITING = 1024;

  private final Queue<byte[]> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private @Nullable AsyncBody body;
  private boolean finished;
  private boolean paused;
  private boolean whole;
  private Runnable wake = () -> {};

  /** Starts to read lines. */
  RemoteBody asLines(AsyncBody newBody) {
    synchronized (this) {
      body = newBody;
    }
    newBody.done().whenComplete((nothing, failure) -> finish());
    newBody.consume();
    return this;
  }

  /** Reads to the end and returns everything. */
  byte[] all(AsyncBody newBody) {
    synchronized (this) {
      whole = true;
    }
    newBody.consume();
    newBody.done().join();
    synchronized (this) {
      return partial.toByteArray();
    }
  }

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody from) {
    Runnable toWake;
    synchronized (this) {
      buffers.forEach(this::take);
      paused = lines.size() >= MOST_WAITING;
      toWake = wake;
      if (!paused) {
        from.consume();
      }
    }
    toWake.run();
  }

  private void take(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    if (whole) {
      partial.write(bytes, 0, bytes.length);
      return;
    }
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        partial.write(bytes, start, i - start);
        lines.add(partial.toByteArray());
        partial.reset();
        start = i + 1;
      }
    }
    partial.write(bytes, start, bytes.length - start);
  }

  private void finish() {
    Runnable toWake;
    synchronized (this) {
      finished = true;
      toWake = wake;
    }
    toWake.run();
  }

  @Override
  public synchronized byte @Nullable [] poll() {
    byte[] line = lines.poll();
    if (paused && lines.size() < MOST_WAITING / 2 && body != null) {
      paused = false;
      body.consume();
    }
    return line;
  }

  @Override
  public synchronized boolean ended() {
    return finished && lines.isEmpty();
  }

  @Override
  public void onReady(Runnable newWake) {
    synchronized (this) {
      wake = newWake;
    }
    newWake.run();
  }

  @Override
  public void close() {
    AsyncBody reading;
    synchronized (this) {
      reading = body;
    }
    if (reading != null) {
      reading.cancel();
    }
  }
}
