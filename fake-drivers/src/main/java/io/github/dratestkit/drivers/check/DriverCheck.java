package io.github.dratestkit.drivers.check;

import io.github.dratestkit.drivers.grpc.registration.InfoRequest;
import io.github.dratestkit.drivers.grpc.registration.PluginInfo;
import io.github.dratestkit.drivers.grpc.registration.RegistrationGrpc;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatus;
import io.github.dratestkit.drivers.transport.SocketChannels;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks a plugin, in whatever language it is written, what a kubelet asks, and says what of the
 * protocol holds: who it says it is, which versions it serves, and that it can be asked again. It
 * speaks to the sockets only; what the plugin publishes is seen in the API.
 */
public final class DriverCheck {

  private static final Duration LIMIT = Duration.ofSeconds(45);

  private final String driver;
  private final Path kubeletDirectory;

  /**
   * Checks the plugin of a driver.
   *
   * @param kubeletDirectory where its sockets are, {@code /var/lib/kubelet} on a node
   */
  public DriverCheck(String driver, Path kubeletDirectory) {
    this.driver = driver;
    this.kubeletDirectory = kubeletDirectory;
  }

  /** Looks at everything, in the order in which a kubelet would come across it. */
  public List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    Optional<PluginInfo> info = register(findings);
    if (info.isEmpty()) {
      findings.add(Finding.unknown("the plugin answers calls", "it is not registered"));
      return findings;
    }
    List<String> versions = info.get().getSupportedVersionsList();
    Path endpoint = Path.of(info.get().getEndpoint());
    boolean present = Files.exists(endpoint);
    findings.add(Finding.of("the endpoint it names is there", present, endpoint.toString()));
    if (present) {
      for (PluginProbe probe : PluginProbe.all(versions)) {
        findings.addAll(probe.findings(endpoint, LIMIT));
      }
    }
    return findings;
  }

  private Optional<PluginInfo> register(List<Finding> findings) {
    for (Path socket : sockets()) {
      ManagedChannel channel = SocketChannels.open(socket);
      try {
        PluginInfo info = stub(channel).getInfo(InfoRequest.getDefaultInstance());
        if (info.getName().equals(driver)) {
          judge(info, socket, channel, findings);
          return Optional.of(info);
        }
      } catch (StatusRuntimeException silent) {
        findings.add(
            Finding.of(
                "registration sockets answer",
                false,
                socket.getFileName() + ": " + silent.getStatus()));
      } finally {
        channel.shutdownNow();
      }
    }
    findings.add(
        Finding.of(
            "a registration socket of driver " + driver + " is there",
            false,
            "none in " + registry()));
    return Optional.empty();
  }

  private void judge(PluginInfo info, Path socket, ManagedChannel channel, List<Finding> findings) {
    findings.add(
        Finding.of(
            "a registration socket of driver " + driver + " is there",
            true,
            socket.getFileName().toString()));
    findings.add(
        Finding.of("it is of type DRAPlugin", info.getType().equals("DRAPlugin"), info.getType()));
    List<String> versions = info.getSupportedVersionsList();
    findings.add(
        Finding.of(
            "it serves v1.DRAPlugin or v1beta1.DRAPlugin",
            versions.contains("v1.DRAPlugin") || versions.contains("v1beta1.DRAPlugin"),
            String.join(", ", versions)));
    PluginInfo again = stub(channel).getInfo(InfoRequest.getDefaultInstance());
    findings.add(Finding.of("asked again it says the same", again.equals(info), ""));
    findings.add(
        CallResult.of(
                () ->
                    stub(channel)
                        .notifyRegistrationStatus(
                            RegistrationStatus.newBuilder().setPluginRegistered(true).build()))
            .finding("it takes the kubelet's word that it is registered"));
  }

  private static RegistrationGrpc.RegistrationBlockingStub stub(ManagedChannel channel) {
    return RegistrationGrpc.newBlockingStub(channel)
        .withDeadlineAfter(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private Path registry() {
    return kubeletDirectory.resolve("plugins_registry");
  }

  private List<Path> sockets() {
    if (!Files.isDirectory(registry())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(registry())) {
      return files
          .filter(file -> !Files.isDirectory(file) && !Files.isRegularFile(file))
          .sorted()
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read " + registry(), failure);
    }
  }
}
