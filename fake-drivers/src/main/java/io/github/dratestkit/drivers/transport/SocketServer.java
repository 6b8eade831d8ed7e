package io.github.dratestkit.drivers.transport;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A gRPC server on a Unix socket. Its end removes the socket. */
public final class SocketServer implements AutoCloseable {

  private final Path path;
  private final Server server;

  private SocketServer(Path path, Server server) {
    this.path = path;
    this.server = server;
  }

  /**
   * Serves on a socket, in place of a file that somebody has left there.
   *
   * @throws IllegalArgumentException if the path is too long for a socket
   */
  public static SocketServer start(Path path, List<BindableService> services) {
    SocketPath.require(path);
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.deleteIfExists(path);
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(path))
              .channelType(NioServerDomainSocketChannel.class)
              .bossEventLoopGroup(EventLoops.IO)
              .workerEventLoopGroup(EventLoops.IO)
              .executor(EventLoops.CALLS);
      services.forEach(builder::addService);
      SocketServer server = new SocketServer(path, builder.build().start());
      DirectoryWatch.tell(path);
      return server;
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot serve on " + path, failure);
    }
  }

  /** Ends at once, as a killed process does: calls that are under way fail. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
      Files.deleteIfExists(path);
      DirectoryWatch.tell(path);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
