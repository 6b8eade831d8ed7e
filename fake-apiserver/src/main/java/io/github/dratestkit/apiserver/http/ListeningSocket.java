package io.github.dratestkit.apiserver.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Opens the socket before the web server is built, so that a port in use is one plain exception and
 * nothing has been started or logged.
 */
final class ListeningSocket {

  private ListeningSocket() {}

  static ServerSocketChannel open(HttpOptions options) {
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    if (address.isUnresolved()) {
      throw new CannotListenException(
          "the host \"" + options.host() + "\" has no address: name one of this machine's own",
          new IOException("unresolved"));
    }
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(address);
      return channel;
    } catch (BindException e) {
      close(channel);
      throw new CannotListenException(
          "port %d on %s is in use or not allowed (%s): choose another, or 0 for any that is free"
              .formatted(options.port(), options.host(), e.getMessage()),
          e);
    } catch (IOException e) {
      close(channel);
      throw new CannotListenException(
          "cannot listen on %s:%d: %s".formatted(options.host(), options.port(), e.getMessage()),
          e);
    }
  }

  private static void close(@Nullable ServerSocketChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
