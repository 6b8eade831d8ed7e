package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A WebSocket on which the server only sends: a text per event. */
final class InProcessSocket implements WebSocket, DemandedStream.Reader {

  private static final int NORMAL = 1000;

  private final Listener listener;
  private final AtomicBoolean closed = new AtomicBoolean();
  private @Nullable DemandedStream stream;

  InProcessSocket(Listener listener) {
    this.listener = listener;
  }

  void attach(DemandedStream newStream) {
    stream = newStream;
  }

  @Override
  public boolean send(ByteBuffer buffer) {
    return false;
  }

  @Override
  public boolean sendClose(int code, @Nullable String reason) {
    if (!closed.compareAndSet(false, true)) {
      return false;
    }
    stream().cancel();
    listener.onClose(this, code, reason);
    return true;
  }

  @Override
  public long queueSize() {
    return 0;
  }

  @Override
  public void request() {
    stream().demand();
  }

  @Override
  public void frame(byte[] frame) {
    listener.onMessage(this, new String(frame, StandardCharsets.UTF_8));
  }

  @Override
  public void end() {
    if (closed.compareAndSet(false, true)) {
      listener.onClose(this, NORMAL, "");
    }
  }

  @Override
  public void fail(Throwable fault) {
    listener.onError(this, fault);
  }

  private DemandedStream stream() {
    return Objects.requireNonNull(stream, "attach first");
  }
}
