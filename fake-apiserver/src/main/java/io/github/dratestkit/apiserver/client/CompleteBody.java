package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A body that is there at once, given in one piece when it is asked for. */
final class CompleteBody implements AsyncBody {

  private final byte[] bytes;
  private final Consumer<List<ByteBuffer>> consumer;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicBoolean given = new AtomicBoolean();

  CompleteBody(byte[] bytes, Consumer<List<ByteBuffer>> consumer) {
    this.bytes = bytes;
    this.consumer = consumer;
  }

  @Override
  public void consume() {
    if (!given.compareAndSet(false, true)) {
      return;
    }
    try {
      if (bytes.length > 0) {
        consumer.consume(List.of(ByteBuffer.wrap(bytes)), this);
      }
      done.complete(null);
    } catch (Exception e) {
      done.completeExceptionally(e);
    }
  }

  @Override
  public CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void cancel() {
    given.set(true);
    done.cancel(false);
  }
}
