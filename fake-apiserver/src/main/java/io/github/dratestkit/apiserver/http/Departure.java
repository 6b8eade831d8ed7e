package io.github.dratestkit.apiserver.http;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that the client of an idle watch has gone. HTTP/2 says so by itself; an HTTP/1.1
 * connection is not read while its response lasts, so this reads it. As in Go's server, an end of
 * input counts, and so does a client that sends the next request before the watch has ended.
 */
final class Departure implements Callback {

  private final AbstractEndPoint endPoint;
  private final Runnable whenGone;

  private Departure(AbstractEndPoint endPoint, Runnable whenGone) {
    this.endPoint = endPoint;
    this.whenGone = whenGone;
  }

  /** Starts to look out for the end of the connection of {@code request}, if that needs it. */
  static Optional<Departure> watch(ServletRequest request, Runnable whenGone) {
    ConnectionMetaData connection =
        ServletContextRequest.getServletContextRequest(request).getConnectionMetaData();
    if (connection.getHttpVersion().getVersion() > HttpVersion.HTTP_1_1.getVersion()
        || !(connection.getConnection().getEndPoint() instanceof AbstractEndPoint endPoint)) {
      return Optional.empty();
    }
    Departure departure = new Departure(endPoint, whenGone);
    return endPoint.tryFillInterested(departure) ? Optional.of(departure) : Optional.empty();
  }

  /** Leaves the connection to its next request. */
  void stop() {
    endPoint.getFillInterest().onFail(new CancellationException("the watch has ended"));
  }

  @Override
  public void succeeded() {
    ByteBuffer buffer = BufferUtil.allocate(1);
    try {
      if (endPoint.fill(buffer) == 0) {
        endPoint.tryFillInterested(this);
        return;
      }
    } catch (IOException e) {
      // The connection is broken, which is one way of going away.
    }
    endPoint.close();
    whenGone.run();
  }

  @Override
  public void failed(Throwable cause) {
    if (!(cause instanceof CancellationException)) {
      whenGone.run();
    }
  }
}
