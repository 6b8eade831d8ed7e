package io.github.dratestkit.conversation;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.store.WatchHistory;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.run.Stepper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A server with a namespace and a clock of its own, and the loops that a conversation needs. */
final class Laboratory implements AutoCloseable {

  static final String NAMESPACE = "replay-1";
  static final String HOST = "server.test:6443";
  static final Instant START = Instant.parse("2026-12-01T04:00:00Z");

  private final FakeApiServer server;
  private final Stepper stepper;

  /**
   * Starts one.
   *
   * @param requires what the conversation says that it needs
   */
  Laboratory(List<String> requires) {
    boolean controllers = requires.contains("controller-manager") || requires.contains("scheduler");
    VirtualTimers timers = new VirtualTimers(START);
    ClusterConfig.Builder config =
        ClusterConfig.builder(KubernetesVersion.LATEST)
            .runtimeConfig(List.of("api/all=true"))
            .access(AccessSetting.ROLES)
            .timers(timers)
            .seed(1);
    if (requires.contains("fast-compaction")) {
      config.watchHistory(WatchHistory.ofAge(Duration.ofSeconds(2)));
    }
    server = FakeApiServer.start(config.build());
    Set<String> loops = controllers ? ControlPlane.names() : Set.of();
    stepper =
        new Stepper(
            ControlPlane.loops(
                ApiAccess.of(server.administrator()), server.features(), server.timers(), loops),
            timers,
            1);
    send(
        ApiRequest.of("POST", "/api/v1/namespaces")
            .withHeader("authorization", "Bearer admin-token")
            .withHeader("user-agent", "replay/1")
            .withBody(
                "application/json",
                ("{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}")
                    .getBytes(StandardCharsets.UTF_8)));
  }

  ApiResponse send(ApiRequest request) {
    ApiResponse response = server.handler().handle(request);
    stepper.settle();
    return response;
  }

  void advance(Duration time) {
    stepper.advance(time);
  }

  boolean advanceUntil(BooleanSupplier condition, Duration limit) {
    return stepper.advanceUntil(condition, limit);
  }

  @Override
  public void close() {
    stepper.close();
    server.close();
  }
}
