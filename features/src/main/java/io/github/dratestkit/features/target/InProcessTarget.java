package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.allocator.version.FeatureGateException;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Our own server and control plane in this process. Steps speak HTTP to it; its loops are moved one
 * step at a time on the caller's thread, and time is virtual, so that a run with one seed is always
 * the same. A scenario that needs other gates or versions of the API gets a server of its own kind,
 * unless the run itself was asked for the opposite.
 */
public final class InProcessTarget implements Target {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String NAMESPACE = "default";

  private final KubernetesVersion version;
  private final Settings asked;
  private final long seed;
  private final Map<Settings, OwnCluster> clusters = new LinkedHashMap<>();
  private final List<Handle> running = new ArrayList<>();
  private OwnCluster current;

  /** How a server differs from the defaults of its version. */
  private record Settings(
      Map<String, Boolean> gates, List<String> runtimeConfig, Needs.Access access) {

    Settings with(Needs needs, FeatureSet defaults) {
      Map<String, Boolean> newGates = new TreeMap<>(gates);
      needs.gatesOn().forEach(gate -> set(newGates, gate, true, defaults));
      needs.gatesOff().forEach(gate -> set(newGates, gate, false, defaults));
      List<String> newConfig = new ArrayList<>(runtimeConfig);
      needs.served().stream().sorted().forEach(served -> newConfig.add(served + "=true"));
      return new Settings(newGates, newConfig, needs.access());
    }

    private static void set(
        Map<String, Boolean> gates, String gate, boolean wanted, FeatureSet asked) {
      if (asked.enabled(gate) == wanted) {
        return;
      }
      if (gates.containsKey(gate)) {
        throw new NotApplicableException(
            "the run was asked to have the feature gate " + gate + (wanted ? " off" : " on"));
      }
      gates.put(gate, wanted);
    }
  }

  private InProcessTarget(KubernetesVersion version, Settings asked, long seed) {
    this.version = version;
    this.asked = asked;
    this.seed = seed;
    this.current = cluster(asked);
  }

  /** Starts a server of this version and these gates, with its control plane. */
  public static InProcessTarget start(
      KubernetesVersion version,
      Map<String, Boolean> gates,
      List<String> runtimeConfig,
      long seed) {
    return new InProcessTarget(version, new Settings(gates, runtimeConfig, Needs.Access.ANY), seed);
  }

  private OwnCluster cluster(Settings settings) {
    return clusters.computeIfAbsent(
        settings,
        unseen ->
            new OwnCluster(
                ClusterConfig.builder(version)
                    .featureGates(settings.gates())
                    .runtimeConfig(settings.runtimeConfig())
                    .access(
                        switch (settings.access()) {
                          case ANY -> AccessSetting.OPEN;
                          case ROLES -> AccessSetting.ROLES;
                        }),
                seed));
  }

  @Override
  public String description() {
    return "DRA Testkit's own control plane, Kubernetes " + version;
  }

  @Override
  public FeatureSet features() {
    return current.server().features();
  }

  @Override
  public KubernetesClient client() {
    return current.client();
  }

  @Override
  public KubernetesClient clientAs(User user) {
    return current.clientAs(user);
  }

  @Override
  public byte[] read(String path) {
    ApiResponse response = current.handler().handle(ApiRequest.of("GET", path));
    if (response instanceof ApiResponse.Complete complete && response.code() == 200) {
      return complete.body();
    }
    throw new IllegalStateException("the server answers " + response.code() + " to " + path);
  }

  @Override
  public ApiAccess access() {
    return current.access();
  }

  @Override
  public Timers timers() {
    return current.timers();
  }

  @Override
  public Optional<String> cannot(Ability ability) {
    return Optional.empty();
  }

  @Override
  public void begin(Needs needs) {
    needs
        .missingVersion(version)
        .ifPresent(
            proof -> {
              throw new NotApplicableException(proof);
            });
    try {
      current = cluster(asked.with(needs, cluster(asked).server().features()));
    } catch (FeatureGateException impossible) {
      throw new NotApplicableException(String.valueOf(impossible.getMessage()));
    }
    current.reset();
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
    current.stepper().add(loop);
    Handle handle =
        new Handle() {
          @Override
          public void close() {
            if (running.remove(this)) {
              current.stepper().remove(loop.name());
            }
          }
        };
    running.add(handle);
    return handle;
  }

  @Override
  public void settle() {
    current.stepper().settle();
  }

  @Override
  public void eventually(Supplier<Optional<String>> problem) {
    current.stepper().advanceUntil(() -> problem.get().isEmpty(), PATIENCE);
    problem
        .get()
        .ifPresent(
            text -> {
              throw new AssertionError(text);
            });
  }

  @Override
  public void advance(Duration duration) {
    current.stepper().advance(duration);
  }

  @Override
  public void restart(String loop) {
    current.restart(loop);
  }

  @Override
  public void switchOff(String gate) {
    end();
    OwnCluster before = current;
    FeatureSet defaults = cluster(asked).server().features();
    Needs without = new Needs(Set.of(), Set.of(gate), Set.of(), version, Needs.Access.ANY);
    current = cluster(asked.with(without, defaults));
    current.server().restore(before.server().snapshot());
    settle();
  }

  @Override
  public void close() {
    end();
    clusters.values().forEach(OwnCluster::close);
  }
}
