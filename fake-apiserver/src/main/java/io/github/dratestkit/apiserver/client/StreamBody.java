package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The body of a watch: a line per event. */
final class StreamBody implements AsyncBody, DemandedStream.Reader {

  private static final byte[] LINE_BREAK = {'\n'};

  private final Consumer<List<ByteBuffer>> consumer;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private @Nullable DemandedStream stream;

  StreamBody(Consumer<List<ByteBuffer>> consumer) {
    this.consumer = consumer;
  }

  void attach(DemandedStream newStream) {
    stream = newStream;
  }

  @Override
  public void consume() {
    stream().demand();
  }

  @Override
  public CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void cancel() {
    stream().cancel();
    done.cancel(false);
  }

  @Override
  public void frame(byte[] frame) throws Exception {
    consumer.consume(List.of(ByteBuffer.wrap(frame), ByteBuffer.wrap(LINE_BREAK)), this);
  }

  @Override
  public void end() {
    done.complete(null);
  }

  @Override
  public void fail(Throwable fault) {
    done.completeExceptionally(fault);
  }

  private DemandedStream stream() {
    return Objects.requireNonNull(stream, "attach first");
  }
}
