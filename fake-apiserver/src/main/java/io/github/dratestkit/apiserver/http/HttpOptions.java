package io.github.dratestkit.apiserver.http;

import java.util.Objects;

/**
 * Where and how an {@link HttpFront} listens.
 *
 * @param scheme plain or encrypted
 * @param host the address to listen on, as a name or a number
 * @param port the port, or 0 for any that is free
 */
public record HttpOptions(Scheme scheme, String host, int port) {

  /** What is spoken on the socket. */
  public enum Scheme {
    /** HTTP/1.1, and HTTP/2 for clients that know or ask for it. */
    HTTP,
    /** HTTP/1.1 or HTTP/2 inside TLS, as the client and ALPN decide; the certificate is our own. */
    HTTPS;

    /** Returns the scheme as URLs begin. */
    String inUrls() {
      return this == HTTP ? "http" : "https";
    }
  }

  private static final String LOOPBACK = "127.0.0.1";
  private static final int HIGHEST_PORT = 65_535;

  public HttpOptions {
    Objects.requireNonNull(scheme, "scheme is null");
    Objects.requireNonNull(host, "host is null");
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "port " + port + " does not exist: take one from 1 to 65535, or 0 for any that is free");
    }
  }

  /** Plain HTTP on a free port of the loopback address. */
  public static HttpOptions http() {
    return new HttpOptions(Scheme.HTTP, LOOPBACK, 0);
  }

  /** TLS on a free port of the loopback address. */
  public static HttpOptions https() {
    return new HttpOptions(Scheme.HTTPS, LOOPBACK, 0);
  }

  /** Returns these options with another port. */
  public HttpOptions onPort(int otherPort) {
    return new HttpOptions(scheme, host, otherPort);
  }

  /** Returns these options with another address; beyond the loopback everybody may connect. */
  public HttpOptions onHost(String otherHost) {
    return new HttpOptions(scheme, otherHost, port);
  }
}
