package io.github.dratestkit.apiserver.junit;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.InProcess;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.http.Kubeconfig;
import io.github.dratestkit.apiserver.store.View;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.run.Runner;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A server with everything a test may ask for, closed when JUnit forgets it. */
final class TestCluster implements ExtensionContext.Store.CloseableResource, AutoCloseable {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long SEED = 1;
  private static final Set<Class<?>> GIVEN =
      Set.of(
          KubernetesClient.class,
          FakeApiServer.class,
          ApiAccess.class,
          Kubeconfig.class,
          Stepper.class,
          VirtualTimers.class);

  private final Map<Class<?>, Object> things = new HashMap<>();
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final FakeApiServer server;
  private final View first;

  private TestCluster(FakeApiServer server, View first) {
    this.server = server;
    this.first = first;
  }

  /** Says whether tests can ask for this type. */
  static boolean gives(Class<?> type) {
    return GIVEN.contains(type);
  }

  static TestCluster start(Class<?> testClass) {
    DraCluster wanted = testClass.getAnnotation(DraCluster.class);
    VirtualTimers timers = new VirtualTimers(START);
    FakeApiServer server = FakeApiServer.start(config(wanted, timers));
    installHardware(server, wanted);
    TestCluster cluster = new TestCluster(server, server.snapshot());
    cluster.toClose.push(server);
    cluster.things.put(FakeApiServer.class, server);
    cluster.things.put(ApiAccess.class, ApiAccess.of(server.administrator()));
    cluster.addClient(wanted.reach());
    cluster.addLoops(wanted, timers);
    return cluster;
  }

  /**
   * Returns the thing of a type.
   *
   * @throws ParameterResolutionException if the annotation leaves it out
   */
  Object get(Class<?> type) {
    Object thing = things.get(type);
    if (thing == null) {
      throw new ParameterResolutionException(
          type == Kubeconfig.class
              ? "a Kubeconfig needs a socket: @DraCluster(reach = HTTP) or HTTPS"
              : "a " + type.getSimpleName() + " needs @DraCluster(time = VIRTUAL)");
    }
    return thing;
  }

  void reset() {
    server.restore(first);
  }

  @Override
  public void close() throws Exception {
    while (!toClose.isEmpty()) {
      toClose.pop().close();
    }
  }

  private void addClient(DraCluster.Reach reach) {
    KubernetesClient client =
        switch (reach) {
          case IN_PROCESS -> InProcess.client(server.administrator());
          case HTTP -> listen(HttpOptions.http());
          case HTTPS -> listen(HttpOptions.https());
        };
    toClose.push(client);
    things.put(KubernetesClient.class, client);
  }

  private KubernetesClient listen(HttpOptions options) {
    HttpFront front = HttpFront.start(server.handler(), options);
    toClose.push(front);
    Kubeconfig kubeconfig = Kubeconfig.of(front);
    things.put(Kubeconfig.class, kubeconfig);
    Config config = Config.fromKubeconfig(kubeconfig.yaml());
    config.setNamespace("default");
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private void addLoops(DraCluster wanted, VirtualTimers timers) {
    List<Loop> loops =
        ControlPlane.loops(
            ApiAccess.of(server.administrator()),
            server.features(),
            server.timers(),
            ControlPlane.select(wanted.controllers()));
    switch (wanted.time()) {
      case SYSTEM -> toClose.push(Runner.start(loops));
      case VIRTUAL -> {
        Stepper stepper = new Stepper(loops, timers, SEED);
        toClose.push(stepper);
        things.put(Stepper.class, stepper);
        things.put(VirtualTimers.class, timers);
      }
    }
  }

  private static ClusterConfig config(DraCluster wanted, VirtualTimers timers) {
    ClusterConfig.Builder builder =
        ClusterConfig.builder(KubernetesVersion.parse(wanted.kubernetes()))
            .featureGates(gates(wanted.featureGates()))
            .runtimeConfig(List.of(wanted.runtimeConfig()))
            .access(access(wanted.access()))
            .seed(SEED);
    return switch (wanted.time()) {
      case SYSTEM -> builder.build();
      case VIRTUAL -> builder.timers(timers).build();
    };
  }

  private static AccessSetting access(String access) {
    try {
      return AccessSetting.parse(access);
    } catch (IllegalArgumentException wrong) {
      throw new ExtensionConfigurationException("access: " + wrong.getMessage(), wrong);
    }
  }

  private static Map<String, Boolean> gates(String[] gates) {
    Map<String, Boolean> parsed = new HashMap<>();
    for (String gate : gates) {
      String[] parts = gate.split("=", 2);
      if (parts.length != 2 || !Set.of("true", "false").contains(parts[1].trim())) {
        throw new ExtensionConfigurationException(
            "featureGates: \"" + gate + "\" must be Name=true or Name=false");
      }
      parsed.put(parts[0].trim(), Boolean.valueOf(parts[1].trim()));
    }
    return parsed;
  }

  private static void installHardware(FakeApiServer server, DraCluster wanted) {
    if (wanted.hardware().length == 0) {
      return;
    }
    ClusterHardware hardware =
        ServiceLoader.load(ClusterHardware.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new ExtensionConfigurationException(
                        "hardware = "
                            + List.of(wanted.hardware())
                            + " needs the module fake-drivers on the test class path"));
    hardware.install(server, List.of(wanted.hardware()), wanted.nodes());
  }
}
