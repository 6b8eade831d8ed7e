package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Instant;
import java.util.Set;

/** One server of ours with its control plane, its clock and a client that speaks HTTP to it. */
final class OwnCluster implements AutoCloseable {

  private static final String ADMINISTRATOR = "Bearer " + AccessSetting.ADMINISTRATOR_TOKEN;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualTimers timers = new VirtualTimers(START);
  private final FakeApiServer server;
  private final ApiHandler handler;
  private final HttpFront front;
  private final KubernetesClient client;
  private final ApiAccess access;
  private final Stepper stepper;

  OwnCluster(ClusterConfig.Builder config, long seed) {
    server = FakeApiServer.start(config.timers(timers).seed(seed).build());
    handler =
        request -> server.handler().handle(request.withHeader("Authorization", ADMINISTRATOR));
    front = HttpFront.start(server.handler(), HttpOptions.http());
    access = ApiAccess.of(handler);
    client = new KubernetesClientBuilder().withConfig(config(front.url())).build();
    stepper =
        new Stepper(
            ControlPlane.loops(access, server.features(), timers, ControlPlane.names()),
            timers,
            seed);
  }

  private static Config config(String url) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(url)
        .withOauthToken(AccessSetting.ADMINISTRATOR_TOKEN)
        .withRequestRetryBackoffLimit(0)
        .build();
  }

  FakeApiServer server() {
    return server;
  }

  /** Returns the server as the administrator and the components see it. */
  ApiHandler handler() {
    return handler;
  }

  KubernetesClient clientAs(User user) {
    return new KubernetesClientBuilder().withConfig(user.in(config(front.url()))).build();
  }

  KubernetesClient client() {
    return client;
  }

  ApiAccess access() {
    return access;
  }

  VirtualTimers timers() {
    return timers;
  }

  Stepper stepper() {
    return stepper;
  }

  /**
   * Forgets everything that was stored, and lets the control plane notice. A scheduler holds
   * devices for pods that are gone until it looks again, so a new one begins.
   */
  void reset() {
    server.reset();
    restart("scheduler");
    stepper.settle();
  }

  /** Kills a loop of the control plane and starts a new one. */
  void restart(String loop) {
    stepper.replace(ControlPlane.loops(access, server.features(), timers, Set.of(loop)).get(0));
  }

  @Override
  public void close() {
    client.close();
    stepper.close();
    front.close();
    server.close();
  }
}
