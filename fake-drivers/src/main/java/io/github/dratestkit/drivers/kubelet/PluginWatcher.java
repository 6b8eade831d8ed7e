package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.drivers.grpc.registration.InfoRequest;
import io.github.dratestkit.drivers.grpc.registration.PluginInfo;
import io.github.dratestkit.drivers.grpc.registration.RegistrationGrpc;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatus;
import io.github.dratestkit.drivers.transport.SocketChannels;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Watches the directory in which plugins put their registration sockets: asks who is behind a new
 * one, takes or refuses it, says so, and forgets a plugin whose socket has gone.
 */
final class PluginWatcher {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String TYPE = "DRAPlugin";

  /** A socket as it was found; a new file of the same name is another one. */
  private record Socket(Path path, String identity) {}

  private final Path registry;
  private final Plugins plugins;
  private final Calls calls;
  private final BiConsumer<Plugin, List<String>> registered;
  private final Map<Path, Socket> seen = new HashMap<>();
  private final Map<Socket, Plugin> known = new HashMap<>();
  private int asking;

  PluginWatcher(
      Path registry, Plugins plugins, Calls calls, BiConsumer<Plugin, List<String>> registered) {
    this.registry = registry;
    this.plugins = plugins;
    this.calls = calls;
    this.registered = registered;
  }

  /** Looks what has come and gone, and returns whether there was anything. */
  boolean poll() {
    Map<Path, Socket> now = list();
    boolean moved = false;
    for (Socket socket : new ArrayList<>(seen.values())) {
      if (!socket.equals(now.get(socket.path()))) {
        seen.remove(socket.path());
        Optional.ofNullable(known.remove(socket)).ifPresent(plugins::remove);
        moved = true;
      }
    }
    for (Socket socket : now.values()) {
      if (seen.putIfAbsent(socket.path(), socket) == null) {
        ask(socket);
        moved = true;
      }
    }
    return moved;
  }

  /** Says whether somebody is about to register. */
  boolean isAsking() {
    return asking > 0;
  }

  private void ask(Socket socket) {
    asking++;
    ManagedChannel channel = SocketChannels.open(socket.path());
    calls.start(
        RegistrationGrpc.newFutureStub(channel).getInfo(InfoRequest.getDefaultInstance()),
        LIMIT,
        info -> answer(socket, channel, info),
        failure -> {
          asking--;
          channel.shutdownNow();
          // Whoever leaves a socket behind that nobody serves is asked again with the next look.
          seen.remove(socket.path());
        });
  }

  private void answer(Socket socket, ManagedChannel channel, PluginInfo info) {
    asking--;
    Optional<String> problem = problemOf(info);
    calls.start(
        RegistrationGrpc.newFutureStub(channel)
            .notifyRegistrationStatus(
                RegistrationStatus.newBuilder()
                    .setPluginRegistered(problem.isEmpty())
                    .setError(problem.orElse(""))
                    .build()),
        LIMIT,
        told -> channel.shutdownNow(),
        failure -> channel.shutdownNow());
    if (problem.isPresent() || !socket.equals(seen.get(socket.path()))) {
      return;
    }
    Plugin plugin =
        new Plugin(
            info.getName(),
            PluginService.choose(info.getSupportedVersionsList()).orElseThrow(),
            Path.of(info.getEndpoint()));
    known.put(socket, plugin);
    plugins.add(plugin);
    registered.accept(plugin, info.getSupportedVersionsList());
  }

  private static Optional<String> problemOf(PluginInfo info) {
    if (!info.getType().equals(TYPE)) {
      return Optional.of("no handler registered for plugin type: %s".formatted(info.getType()));
    }
    if (PluginService.choose(info.getSupportedVersionsList()).isEmpty()) {
      return Optional.of(
          "invalid supported gRPC versions of DRA driver plugin %s at endpoint %s: none of %s is supported; v1.DRAPlugin and v1beta1.DRAPlugin are"
              .formatted(info.getName(), info.getEndpoint(), info.getSupportedVersionsList()));
    }
    return Optional.empty();
  }

  private Map<Path, Socket> list() {
    Map<Path, Socket> sockets = new TreeMap<>();
    try (Stream<Path> files = Files.list(registry)) {
      for (Path file : files.toList()) {
        identityOf(file).ifPresent(found -> sockets.put(file, new Socket(file, found)));
      }
    } catch (NoSuchFileException none) {
      return sockets;
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot watch " + registry, failure);
    }
    return sockets;
  }

  private static Optional<String> identityOf(Path file) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isOther()
          ? Optional.of(attributes.fileKey() + "@" + attributes.creationTime())
          : Optional.empty();
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }
}
