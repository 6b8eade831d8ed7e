package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.RemoteApi;
import io.github.dratestkit.apiserver.time.SystemTimers;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.run.Runner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Any cluster, by its kubeconfig. Its control plane is its own; the kubelets and drivers of a
 * scenario are ours and run against it. Each scenario gets a namespace, and what it makes of the
 * cluster's own objects is deleted after it.
 */
public final class ClusterTarget implements Target {

  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final Duration POLL = Duration.ofMillis(50);

  /** How long nothing new must happen before a cluster counts as at rest. */
  private static final Duration REST = Duration.ofMillis(150);

  /** After this long a step goes on, for a pod that cannot start never rests. */
  private static final Duration RESTLESS = Duration.ofSeconds(2);

  private static final String STARTING = "a placed pod has not started";

  private final Config config;
  private final KubernetesClient client;
  private final RemoteApi remote;
  private final ApiAccess access;
  private final SystemTimers timers = new SystemTimers();
  private final FeatureSet features;
  private final Deque<HasMetadata> created = new ArrayDeque<>();
  private final List<Handle> running = new ArrayList<>();
  private String namespace = "";
  private int scenario;

  private ClusterTarget(Config config, FeatureSet features) {
    this.config = config;
    this.client = new KubernetesClientBuilder().withConfig(config).build();
    this.remote = RemoteApi.of(config);
    this.access = ApiAccess.of(remote);
    this.features = features;
  }

  /**
   * Connects to a cluster and asks for its version.
   *
   * @throws IllegalArgumentException if it cannot be reached or its version is not known here
   */
  public static ClusterTarget connect(String kubeconfig) {
    Config config =
        new ConfigBuilder(Config.fromKubeconfig(kubeconfig)).withRequestTimeout(20_000).build();
    // Whoever waits for a cluster sees soon that there is none.
    Config impatient =
        new ConfigBuilder(config)
            .withRequestRetryBackoffLimit(0)
            .withConnectionTimeout(5_000)
            .build();
    try (KubernetesClient probe = new KubernetesClientBuilder().withConfig(impatient).build()) {
      return new ClusterTarget(config, RunningFeatures.of(probe));
    } catch (KubernetesClientException unreachable) {
      throw new IllegalArgumentException(
          config.getMasterUrl() + " cannot be reached: " + reason(unreachable), unreachable);
    }
  }

  private static String reason(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage() == null || deepest.getMessage().isEmpty()
        ? deepest.getClass().getSimpleName()
        : deepest.getMessage();
  }

  @Override
  public String description() {
    return "the cluster at " + client.getMasterUrl() + ", Kubernetes " + features.version();
  }

  @Override
  public FeatureSet features() {
    return features;
  }

  @Override
  public KubernetesClient client() {
    return client;
  }

  @Override
  public KubernetesClient clientAs(User user) {
    return new KubernetesClientBuilder().withConfig(user.in(config)).build();
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
    return switch (ability) {
      case VIRTUAL_TIME -> Optional.of("a real cluster has its own clock");
      case RESTART_CONTROL_PLANE -> Optional.of("its control plane is not ours to stop");
      case SWITCH_GATES -> Optional.of("its API server is not ours to replace");
      case EXPLANATION -> Optional.of("its scheduler does not explain");
    };
  }

  @Override
  public void begin(Needs needs) {
    needs
        .missingVersion(features.version())
        .or(() -> needs.missingGate(features))
        .or(() -> needs.served().stream().flatMap(this::missingApi).findFirst())
        .or(() -> missingAccess(needs.access()))
        .ifPresent(
            proof -> {
              throw new NotApplicableException(proof + " in this cluster");
            });
    namespace =
        "dra-conformance-"
            + Long.toString(timers.instant().toEpochMilli() % 1_000_000, 36)
            + "-"
            + ++scenario;
    Namespace made =
        client
            .resource(
                new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
            .create();
    created.push(made);
  }

  private Stream<String> missingApi(String groupVersion) {
    return client.raw("/apis/" + groupVersion) == null
        ? Stream.of(groupVersion + " is not served")
        : Stream.empty();
  }

  private Optional<String> missingAccess(Needs.Access access) {
    return switch (access) {
      case ANY -> Optional.empty();
      case ROLES ->
          User.mayDoAnything(client, User.STRANGER)
              ? Optional.of("everybody may do everything")
              : Optional.empty();
    };
  }

  @Override
  public void created(HasMetadata object) {
    if (object.getMetadata().getNamespace() == null) {
      created.push(object);
    }
  }

  @Override
  public void end() {
    if (namespace.isEmpty()) {
      return;
    }
    // The namespace goes first, while our kubelets can still let its pods end.
    client.namespaces().withName(namespace).delete();
    eventually(
        () ->
            Optional.ofNullable(client.namespaces().withName(namespace).get())
                .map(left -> "namespace " + namespace + " does not go"));
    List.copyOf(running).forEach(Handle::close);
    while (!created.isEmpty()) {
      client.resource(created.pop()).delete();
    }
    namespace = "";
  }

  @Override
  public String namespace() {
    return namespace;
  }

  @Override
  public Handle run(Loop loop) {
    Runner runner = Runner.start(List.of(loop));
    Handle handle =
        new Handle() {
          @Override
          public void close() {
            if (running.remove(this)) {
              runner.close();
            }
          }
        };
    running.add(handle);
    return handle;
  }

  @Override
  public void settle() {
    Instant end = timers.instant().plus(RESTLESS);
    Set<String> before;
    Set<String> now = moving();
    do {
      LockSupport.parkNanos(REST.toNanos());
      before = now;
      now = moving();
    } while ((!now.equals(before) || now.contains(STARTING)) && timers.instant().isBefore(end));
  }

  /**
   * Returns what identifies the state of the scenario's pods and claims, and {@link #STARTING} if a
   * placed pod has not started: under load a kubelet takes longer than the rest.
   */
  private Set<String> moving() {
    if (namespace.isEmpty()) {
      return Set.of();
    }
    List<Pod> pods = client.pods().inNamespace(namespace).list().getItems();
    List<ResourceClaim> claims =
        client.resources(ResourceClaim.class).inNamespace(namespace).list().getItems();
    return Stream.concat(
            Stream.concat(pods.stream(), claims.stream())
                .map(HasMetadata::getMetadata)
                .map(metadata -> metadata.getUid() + " " + metadata.getResourceVersion()),
            pods.stream().filter(ClusterTarget::isStarting).map(pod -> STARTING))
        .collect(Collectors.toSet());
  }

  private static boolean isStarting(Pod pod) {
    return pod.getSpec().getNodeName() != null && pod.getStatus().getPhase().equals("Pending");
  }

  @Override
  public void eventually(Supplier<Optional<String>> problem) {
    Instant end = timers.instant().plus(PATIENCE);
    Optional<String> last = problem.get();
    while (last.isPresent() && timers.instant().isBefore(end)) {
      LockSupport.parkNanos(POLL.toNanos());
      last = problem.get();
    }
    last.ifPresent(
        text -> {
          throw new AssertionError(text + " (after " + PATIENCE.toSeconds() + " s)");
        });
  }

  @Override
  public void advance(Duration duration) {
    require(Ability.VIRTUAL_TIME);
  }

  @Override
  public void restart(String loop) {
    require(Ability.RESTART_CONTROL_PLANE);
  }

  @Override
  public void switchOff(String gate) {
    require(Ability.SWITCH_GATES);
  }

  @Override
  public void close() {
    client.close();
    remote.close();
    timers.close();
  }
}
