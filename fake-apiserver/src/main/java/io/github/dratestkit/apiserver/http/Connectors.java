package io.github.dratestkit.apiserver.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Puts the protocols on the socket: HTTP/1.1 beside HTTP/2, plain or inside TLS. */
final class Connectors {

  /** How many requests one HTTP/2 connection may have open; kube-apiserver's default. */
  private static final int STREAMS_PER_CONNECTION = 100;

  /** One thread accepts and one selects: most of these servers have a handful of clients. */
  private static final int ACCEPTORS = 1;

  private static final int SELECTORS = 1;

  /**
   * ChaCha20 first: until HotSpot's second compiler has seen AES, which in a short run is never, it
   * is four times as fast.
   */
  private static final Comparator<String> QUICK_CIPHERS_FIRST =
      Comparator.comparing((String suite) -> !suite.contains("CHACHA20"))
          .thenComparing(HTTP2Cipher.COMPARATOR);

  private Connectors() {}

  static ServerConnector plain(
      Server server, HttpConfiguration configuration, ServerSocketChannel socket) {
    HTTP2CServerConnectionFactory upgraded = new HTTP2CServerConnectionFactory(configuration);
    return connector(
        server, socket, List.of(new HttpConnectionFactory(configuration), limited(upgraded)));
  }

  static ServerConnector encrypted(
      Server server,
      HttpConfiguration configuration,
      ServerSocketChannel socket,
      ServingCertificate certificate) {
    HttpConfiguration secure = new HttpConfiguration(configuration);
    secure.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory http1 = new HttpConnectionFactory(secure);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(secure);
    ALPNServerConnectionFactory negotiated = new ALPNServerConnectionFactory();
    negotiated.setDefaultProtocol(http1.getProtocol());
    SslConnectionFactory tls =
        new SslConnectionFactory(context(certificate), negotiated.getProtocol());
    return connector(server, socket, List.of(tls, negotiated, limited(http2), http1));
  }

  private static SslContextFactory.Server context(ServingCertificate certificate) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(certificate.keyStore());
    context.setKeyStorePassword(new String(ServingCertificate.password()));
    context.setSniRequired(false);
    context.setCipherComparator(QUICK_CIPHERS_FIRST);
    return context;
  }

  private static ConnectionFactory limited(AbstractHTTP2ServerConnectionFactory factory) {
    factory.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
    // A watch on which nothing happens is no reason to cut it.
    factory.setStreamIdleTimeout(0);
    return factory;
  }

  private static ServerConnector connector(
      Server server, ServerSocketChannel socket, List<ConnectionFactory> protocols) {
    ServerConnector connector =
        new ServerConnector(
            server, ACCEPTORS, SELECTORS, protocols.toArray(ConnectionFactory[]::new));
    try {
      connector.open(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return connector;
  }
}
