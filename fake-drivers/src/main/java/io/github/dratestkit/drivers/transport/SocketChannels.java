package io.github.dratestkit.drivers.transport;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** Opens gRPC channels to Unix sockets. */
public final class SocketChannels {

  private SocketChannels() {}

  /**
   * Opens a channel; it connects with the first call.
   *
   * @throws IllegalArgumentException if the path is too long for a socket
   */
  public static ManagedChannel open(Path path) {
    return NettyChannelBuilder.forAddress(
            UnixDomainSocketAddress.of(SocketPath.require(path).toAbsolutePath()))
        .channelType(NioDomainSocketChannel.class)
        .eventLoopGroup(EventLoops.IO)
        .executor(EventLoops.CALLS)
        // A Unix socket knows no keep-alive; null takes the option away, and the warning with it.
        .withOption(ChannelOption.SO_KEEPALIVE, null)
        .overrideAuthority("localhost")
        .usePlaintext()
        .build();
  }
}
