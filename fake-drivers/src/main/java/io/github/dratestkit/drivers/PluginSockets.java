package io.github.dratestkit.drivers;

import io.github.dratestkit.drivers.grpc.registration.PluginInfo;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatus;
import io.github.dratestkit.drivers.transport.SocketServer;
import io.grpc.BindableService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two sockets of a plugin: its own, and behind it the one in the directory that the kubelet
 * watches, so that whoever finds the second can use the first.
 */
final class PluginSockets implements AutoCloseable {

  private final SocketServer plugin;
  private final SocketServer registration;
  private final RegistrationService registered;

  private PluginSockets(
      SocketServer plugin, SocketServer registration, RegistrationService registered) {
    this.plugin = plugin;
    this.registration = registration;
    this.registered = registered;
  }

  static PluginSockets open(
      String driver, Path kubeletDirectory, ClaimCalls calls, Optional<HealthStreams> health) {
    Path endpoint = kubeletDirectory.resolve("plugins").resolve(driver).resolve("dra.sock");
    List<BindableService> services = new ArrayList<>();
    services.add(new PluginServiceV1(calls));
    services.add(new PluginServiceV1Beta1(calls));
    List<String> versions = new ArrayList<>(List.of("v1.DRAPlugin", "v1beta1.DRAPlugin"));
    health.ifPresent(
        streams -> {
          services.add(new HealthServiceV1(streams));
          services.add(new HealthServiceV1Alpha1(streams));
          versions.add("v1.DRAResourceHealth");
          versions.add("v1alpha1.DRAResourceHealth");
        });
    RegistrationService registered =
        new RegistrationService(
            PluginInfo.newBuilder()
                .setType("DRAPlugin")
                .setName(driver)
                .setEndpoint(endpoint.toAbsolutePath().toString())
                .addAllSupportedVersions(versions)
                .build());
    SocketServer plugin = SocketServer.start(endpoint, services);
    Path registry = kubeletDirectory.resolve("plugins_registry").resolve(driver + "-reg.sock");
    try {
      return new PluginSockets(
          plugin, SocketServer.start(registry, List.of(registered)), registered);
    } catch (RuntimeException failure) {
      plugin.close();
      throw failure;
    }
  }

  Optional<RegistrationStatus> status() {
    return registered.status();
  }

  @Override
  public void close() {
    registration.close();
    plugin.close();
  }
}
