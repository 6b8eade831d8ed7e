package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Our own server and control plane in this process. Steps speak HTTP to it; its loops are moved one
 * step at a time on the caller's thread, and time is virtual, so that a run with one seed is always
 * the same.
 */
public final class InProcessTarget implements Target {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String NAMESPACE = "default";

  private final FakeApiServer server;
  private final HttpFront front;
  private final KubernetesClient client;
  private final ApiAccess access;
  private final VirtualTimers timers = new VirtualTimers(START);
  private final Stepper stepper;
  private final List<Handle> running = new ArrayList<>();

  private InProcessTarget(ClusterConfig.Builder config, long seed) {
    server = FakeApiServer.start(config.timers(timers).seed(seed).build());
    front = HttpFront.start(server.handler(), HttpOptions.http());
    access = ApiAccess.of(server.handler());
    client = new KubernetesClientBuilder().withConfig(config(front.url())).build();
    stepper =
        new Stepper(
            ControlPlane.loops(access, server.features(), timers, ControlPlane.names()),
            timers,
            seed);
  }

  /** Starts a server of this version and these gates, with its control plane. */
  public static InProcessTarget start(
      KubernetesVersion version,
      Map<String, Boolean> gates,
      List<String> runtimeConfig,
      long seed) {
    return new InProcessTarget(
        ClusterConfig.builder(version).featureGates(gates).runtimeConfig(runtimeConfig), seed);
  }

  private static Config config(String url) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(url)
        .withRequestRetryBackoffLimit(0)
        .build();
  }

  @Override
  public String description() {
    return "DRA Testkit's own control plane, Kubernetes " + server.features().version();
  }

  @Override
  public FeatureSet features() {
    return server.features();
  }

  @Override
  public KubernetesClient client() {
    return client;
  }

  @Override
  public byte[] read(String path) {
    ApiResponse response = server.handler().handle(ApiRequest.of("GET", path));
    if (response instanceof ApiResponse.Complete complete && response.code() == 200) {
      return complete.body();
    }
    throw new IllegalStateException("the server answers " + response.code() + " to " + path);
  }

  @Override
  public ApiAccess access() {
    return access;
  }

  @Override
  public Timers timers() {
    return timers;
  }

  @Override
  public Optional<String> cannot(Ability ability) {
    return Optional.empty();
  }

  @Override
  public void begin() {
    server.reset();
    stepper.settle();
  }

  @Override
  public void end() {
    List.copyOf(running).forEach(Handle::close);
  }

  @Override
  public String namespace() {
    return NAMESPACE;
  }

  @Override
  public Handle run(Loop loop) {
    stepper.add(loop);
    Handle handle =
        new Handle() {
          @Override
          public void close() {
            if (running.remove(this)) {
              stepper.remove(loop.name());
            }
          }
        };
    running.add(handle);
    return handle;
  }

  @Override
  public void settle() {
    stepper.settle();
  }

  @Override
  public void eventually(Supplier<Optional<String>> problem) {
    stepper.advanceUntil(() -> problem.get().isEmpty(), PATIENCE);
    problem
        .get()
        .ifPresent(
            text -> {
              throw new AssertionError(text);
            });
  }

  @Override
  public void advance(Duration duration) {
    stepper.advance(duration);
  }

  @Override
  public void restart(String loop) {
    stepper.replace(ControlPlane.loops(access, server.features(), timers, Set.of(loop)).get(0));
  }

  @Override
  public void close() {
    end();
    client.close();
    stepper.close();
    front.close();
    server.close();
  }
}
