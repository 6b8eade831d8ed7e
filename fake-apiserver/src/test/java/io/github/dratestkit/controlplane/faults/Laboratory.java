package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.ControlPlane;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Two nodes, a control plane, and a user who does what a history says. Every loop sees the API
 * through the plan of what goes wrong; a loop that dies is made anew at once.
 */
final class Laboratory implements AutoCloseable {

  static final List<String> NODES = List.of("a", "b");
  private static final int PATIENCE = 20_000;

  /** Manifests that were read before, which are the same in most histories. */
  private static final Map<String, HasMetadata> MANIFESTS = new ConcurrentHashMap<>();

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private final VirtualTimers timers = new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z"));
  private final FakeApiServer server;
  private final ApiAccess access;
  private final Writes user;
  private final FaultPlan plan;
  private final Theme theme;
  private final Planted planted;
  private final Hardware hardware;
  private final HistoryAuditor auditor;
  private final Stepper stepper;
  private final Map<String, Integer> devices = new HashMap<>();
  private final Map<String, NodeAgent> kubelets = new HashMap<>();
  private final Map<String, DriverAgent> drivers = new LinkedHashMap<>();

  Laboratory(long seed, Theme theme, FaultPlan plan, Planted planted) {
    this.plan = plan;
    this.theme = theme;
    this.planted = planted;
    this.server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.LATEST)
                .featureGates(theme.gates())
                .runtimeConfig(List.of("api/all=true"))
                .timers(timers)
                .seed(seed)
                .build());
    this.access = ApiAccess.of(Laboratory.quiet(server.handler(), seed));
    this.user = access.as("user").writes();
    this.hardware = new Hardware(user);
    this.auditor = new HistoryAuditor(access);
    NODES.forEach(node -> devices.put(node, 2));
    theme.furnish(this);
    List<Loop> loops = new ArrayList<>();
    names().forEach(name -> loops.add(make(name)));
    this.stepper = new Stepper(loops, timers, seed);
  }

  /**
   * Watches without bookmarks, save in some histories: each minute of each watch would be a step
   * that brings nothing.
   */
  private static ApiHandler quiet(ApiHandler handler, long seed) {
    return seed % 16 == 0
        ? handler
        : request -> {
          Map<String, List<String>> query = new LinkedHashMap<>(request.query());
          query.remove("allowWatchBookmarks");
          return handler.handle(
              new ApiRequest(
                  request.method(), request.path(), query, request.headers(), request.body()));
        };
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(theme.loops());
    NODES.forEach(node -> names.add(NodeAgent.nameOn(node)));
    if (theme.hasDrivers()) {
      NODES.forEach(node -> names.add(DriverAgent.nameOn(node)));
    }
    return names;
  }

  private Loop make(String name) {
    ApiAccess faulty = planted.access(name, new FaultyAccess(name, access, plan, timers));
    for (String node : NODES) {
      if (name.equals(NodeAgent.nameOn(node))) {
        NodeAgent kubelet =
            new NodeAgent(
                node, faulty, timers, plan, hardware, PodClaims.of(server.features()), planted);
        kubelets.put(node, kubelet);
        return kubelet;
      }
      if (name.equals(DriverAgent.nameOn(node))) {
        DriverAgent driver =
            new DriverAgent(
                node,
                faulty,
                timers,
                () -> devices.get(node),
                planted.generation(DriverAgent.NEXT));
        drivers.put(node, driver);
        return driver;
      }
    }
    return ControlPlane.loops(faulty, server.features(), timers, Set.of(name)).get(0);
  }

  /** Lets up to {@code steps} steps pass. */
  void run(int steps) {
    for (int i = 0; i < steps && step(); i++) {
      auditor.look();
    }
  }

  /** Lets loops move until none has anything left to do. */
  void settle() {
    for (int i = 0; i < PATIENCE; i++) {
      if (!step()) {
        return;
      }
      auditor.look();
    }
    throw new Violation("never at rest", "the loops still move after " + PATIENCE + " steps");
  }

  /** Moves the clock on, alarm by alarm. */
  void advance(Duration duration) {
    timers.advance(duration, this::settle);
  }

  /** Moves the clock on at once; what should have happened meanwhile happens now. */
  void jump(Duration duration) {
    timers.moveTo(timers.instant().plus(duration));
    while (timers.ringNext(timers.instant())) {
      run(1);
    }
  }

  private boolean step() {
    try {
      return stepper.step();
    } catch (LoopDied died) {
      stepper.replace(make(died.loop()));
      return true;
    }
  }

  /**
   * Creates an object from YAML; one that is there already is left, and so is what its namespace
   * does not take.
   */
  void create(String yaml, Class<? extends HasMetadata> kind) {
    try {
      user.create(
          kind.cast(MANIFESTS.computeIfAbsent(yaml, text -> YAML.unmarshal("---\n" + text, kind))));
    } catch (ApiException refused) {
      if (!refused.isConflict() && refused.code() != 403 && !refused.isNotFound()) {
        throw refused;
      }
    }
  }

  /** Changes how many devices a node has; its driver publishes that. */
  void setDevices(String node, int count) {
    devices.put(node, count);
    drivers.get(node).look();
    stepper.wake(DriverAgent.nameOn(node));
  }

  /** Lets the work of a pod that has a node end, in a phase. */
  void finish(Pod pod, String phase) {
    String node = pod.getSpec().getNodeName();
    hardware.endWork(pod, phase);
    kubelets.get(node).look(pod);
    stepper.wake(NodeAgent.nameOn(node));
  }

  <T extends HasMetadata> void delete(Class<T> kind, T object) {
    delete(kind, object, new DeleteOptions());
  }

  <T extends HasMetadata> void delete(Class<T> kind, T object, DeleteOptions options) {
    refused(
        () ->
            user.delete(
                kind,
                object.getMetadata().getNamespace(),
                object.getMetadata().getName(),
                options));
  }

  <T extends HasMetadata> void deleteAll(Class<T> kind) {
    user.list(kind, "", FeedOptions.ALL).forEach(object -> delete(kind, object));
  }

  <T extends HasMetadata> List<T> list(Class<T> kind) {
    return user.list(kind, "", FeedOptions.ALL);
  }

  private static void refused(Runnable write) {
    try {
      write.run();
    } catch (ApiException gone) {
      if (!gone.isNotFound() && !gone.isConflict()) {
        throw gone;
      }
    }
  }

  /** Changes an object by a merge patch. */
  <T extends HasMetadata> void change(Class<T> kind, T object, String subresource, String patch) {
    refused(
        () ->
            user.patch(
                kind,
                object.getMetadata().getNamespace(),
                object.getMetadata().getName(),
                subresource,
                new Patch.Merge(patch)));
  }

  /** Lets nothing go wrong any more, and lets time pass and look whether all is well. */
  void concludeHistory() {
    plan.heal();
    theme.conclude(this);
  }

  /** Returns what looks at everything that is written. */
  HistoryAuditor auditor() {
    auditor.look();
    return auditor;
  }

  Hardware hardware() {
    return hardware;
  }

  FeatureSet features() {
    return server.features();
  }

  Instant now() {
    return timers.instant();
  }

  @Override
  public void close() {
    stepper.close();
    server.close();
  }
}
