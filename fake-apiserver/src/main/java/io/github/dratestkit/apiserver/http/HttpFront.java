package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.ApiHandler;
import java.nio.channels.ServerSocketChannel;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A socket in front of an {@link ApiHandler}, so that clients in any language can use it. It passes
 * every method and every path on and knows no rule of the API.
 *
 * <p>Its threads are daemons: whoever only serves must keep a thread of his own waiting.
 */
public final class HttpFront implements AutoCloseable {

  /** Enough for requests that wait on the server's purpose; watches need none. */
  private static final int THREADS = 64;

  private static final int IDLE_THREADS = 8;

  private final Server server;
  private final HttpOptions options;
  private final int port;
  private final Optional<ServingCertificate> certificate;
  private final OpenWatches watches;

  private HttpFront(
      Server server,
      HttpOptions options,
      int port,
      Optional<ServingCertificate> certificate,
      OpenWatches watches) {
    this.server = server;
    this.options = options;
    this.port = port;
    this.certificate = certificate;
    this.watches = watches;
  }

  /**
   * Starts to listen.
   *
   * @throws CannotListenException if the port is in use or the address is not this machine's
   */
  public static HttpFront start(ApiHandler handler, HttpOptions options) {
    Objects.requireNonNull(handler, "handler is null");
    ServerSocketChannel socket = ListeningSocket.open(options);
    Optional<ServingCertificate> certificate =
        options.scheme() == HttpOptions.Scheme.HTTPS
            ? Optional.of(ServingCertificate.of(options.host()))
            : Optional.empty();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, IDLE_THREADS);
    threads.setName("apiserver-http");
    threads.setDaemon(true);
    threads.setStopTimeout(0);
    Adapter adapter = new Adapter(handler, threads);
    Server server = WebServer.create(threads, adapter, socket, certificate);
    WebServer.start(server);
    return new HttpFront(
        server, options, socket.socket().getLocalPort(), certificate, adapter.openWatches());
  }

  /** Returns the port that it listens on. */
  public int port() {
    return port;
  }

  /** Returns the URL for clients on this machine, without a slash at the end. */
  public String url() {
    return options.scheme().inUrls() + "://" + hostInUrls() + ":" + port;
  }

  /** Returns the certificate that clients must trust, PEM; none for plain HTTP. */
  public Optional<String> authorityCertificate() {
    return certificate.map(ServingCertificate::authorityPem);
  }

  /** Returns how many watches are open. */
  public int openWatches() {
    return watches.count();
  }

  /** Ends every watch and stops to listen. Requests that are being answered are cut. */
  @Override
  public void close() {
    watches.endAll();
    WebServer.stop(server);
  }

  private String hostInUrls() {
    return switch (options.host()) {
      case "0.0.0.0", "::" -> "127.0.0.1";
      default -> options.host().indexOf(':') < 0 ? options.host() : "[" + options.host() + "]";
    };
  }
}
