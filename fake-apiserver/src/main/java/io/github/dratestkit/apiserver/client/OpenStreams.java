package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.github.dratestkit.apiserver.EventStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The watches of the clients in process, and the threads that call their readers. A thread serves a
 * watch only while there is something to give, and goes when nobody needs it.
 */
final class OpenStreams implements AutoCloseable {

  private static final int MOST_THREADS = 64;
  private static final long IDLE_SECONDS = 2;

  private final Set<DemandedStream> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "in-process-watch");
            thread.setDaemon(true);
            return thread;
          },
          new ThreadPoolExecutor.CallerRunsPolicy());

  AsyncBody body(EventStream frames, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    StreamBody body = new StreamBody(consumer);
    body.attach(add(frames, body));
    return body;
  }

  WebSocket socket(EventStream frames, WebSocket.Listener listener) {
    InProcessSocket socket = new InProcessSocket(listener);
    socket.attach(add(frames, socket));
    listener.onOpen(socket);
    socket.request();
    return socket;
  }

  private DemandedStream add(EventStream frames, DemandedStream.Reader reader) {
    DemandedStream stream = new DemandedStream(frames, reader, threads, open::remove);
    open.add(stream);
    return stream;
  }

  @Override
  public void close() {
    open.forEach(DemandedStream::cancel);
  }
}
