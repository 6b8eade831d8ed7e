package io.github.dratestkit.cli;

import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.http.CannotListenException;
import io.github.dratestkit.apiserver.http.HttpFront;
import io.github.dratestkit.apiserver.http.HttpOptions;
import io.github.dratestkit.apiserver.http.Kubeconfig;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.metrics.ControllerMetrics;
import io.github.dratestkit.controlplane.run.Runner;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.explain.ExplainPage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dra serve}: a server and its control plane until it is interrupted. */
@Command(
    name = "serve",
    description = "Serves the Kubernetes API with a control plane until interrupted.")
final class ServeCommand implements Callable<Integer> {

  @Mixin private final KubernetesOptions kubernetes = new KubernetesOptions();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port on the loopback address; 0 for any that is free (default).")
  private int port;

  @Option(names = "--tls", description = "Speak HTTPS with a certificate made now.")
  private boolean tls;

  @Option(
      names = "--controllers",
      paramLabel = "LIST",
      defaultValue = "*",
      description =
          "Loops to run: names, * for all, -NAME to leave one out, none (default: *). Known: the"
              + " scheduler and upstream's controllers.")
  private String controllers = "*";

  @Option(
      names = "--watch-history",
      paramLabel = "N|DURATION",
      defaultValue = "20000",
      description = "How much of the past is kept: a number of changes, or a time such as 2s.")
  private String watchHistory = "20000";

  @Option(
      names = "--hardware",
      paramLabel = "NAME[:COUNT]|FILE",
      description = "Hardware of every simulated node; see: dra hardware list.")
  private List<String> hardware = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "How many nodes have the hardware (default: 1).")
  private @Nullable Integer nodes;

  @Option(
      names = "--access",
      paramLabel = "open|roles|FILE",
      defaultValue = "open",
      description =
          "Who may do what: open for everybody everything (default); roles for what RBAC, the node"
              + " authorizer and NodeRestriction allow to admin, system:node:node-1, alice and the"
              + " service account drivers/driver; FILE for roles with users of one's own, each line"
              + " token,user,uid,\"groups\".")
  private String access = "open";

  @Option(
      names = "--kubeconfig-out",
      paramLabel = "FILE",
      description = "Where to write a kubeconfig for this server, with a context for each user.")
  private @Nullable Path kubeconfigOut;

  @Option(
      names = "--compatibility",
      paramLabel = "upstream|rules",
      defaultValue = "rules",
      description =
          "What the scheduler does with a gang that fits only if earlier choices are taken back:"
              + " upstream leaves it waiting, rules places it (default: ${DEFAULT-VALUE}).")
  private Compatibility compatibility = Compatibility.RULES;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (nodes != null && hardware.isEmpty()) {
      throw new InputException(
          "--nodes needs --hardware: without it there is no node, device or slice; see: dra"
              + " hardware list");
    }
    ClusterConfig config =
        ClusterConfig.builder(kubernetes.version())
            .featureGates(kubernetes.gates())
            .runtimeConfig(kubernetes.runtimeConfig())
            .watchHistory(WatchHistoryText.parse(watchHistory))
            .access(accessSetting())
            .build();
    List<Hardware> models = hardware.stream().map(Hardware::parse).toList();
    Set<String> loops = ControlPlane.select(controllers);
    Interruption interruption = new Interruption();
    FakeApiServer server = interruption.closing(FakeApiServer.start(config));
    ExplainPage.mountOn(server);
    HttpFront front = interruption.closing(listen(server));
    ControllerMetrics metrics = new ControllerMetrics();
    server.mount("/metrics/controllers", metrics.page(ApiAccess.of(server.administrator())));
    interruption.closing(
        Runner.start(
            ControlPlane.loops(
                ApiAccess.of(server.administrator()),
                server.features(),
                server.timers(),
                loops,
                compatibility,
                metrics)));
    ServedFleet fleet =
        interruption.closing(
            new ServedFleet(
                ApiAccess.of(server.administrator()),
                server.features(),
                server.timers(),
                server.containerLogs()));
    fleet.start(models, simulatedNodes());
    announce(front, config.access());
    interruption.await();
    return 0;
  }

  private int simulatedNodes() {
    if (hardware.isEmpty()) {
      return 0;
    }
    return nodes == null ? 1 : nodes;
  }

  private HttpFront listen(FakeApiServer server) {
    HttpOptions options = (tls ? HttpOptions.https() : HttpOptions.http()).onPort(port);
    try {
      return HttpFront.start(server.handler(), options);
    } catch (CannotListenException taken) {
      throw new InputException(String.valueOf(taken.getMessage()));
    }
  }

  private AccessSetting accessSetting() {
    try {
      return AccessSetting.parse(access);
    } catch (IllegalArgumentException wrong) {
      throw new InputException("--access: " + wrong.getMessage());
    }
  }

  private void announce(HttpFront front, AccessSetting users) {
    if (spec == null) {
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("Kubernetes " + kubernetes.version() + " at " + front.url());
    if (kubeconfigOut != null) {
      Kubeconfig.of(front, users).write(kubeconfigOut);
      out.println("kubectl --kubeconfig " + kubeconfigOut + " get nodes");
    }
    if (hardware.isEmpty()) {
      out.println("There are no nodes, devices or slices; --hardware NAME brings them.");
    } else {
      out.println(simulatedNodes() + " nodes with " + String.join(", ", hardware));
    }
    out.println("Stop with Ctrl-C.");
    out.flush();
  }
}
