package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.version.KubernetesVersion;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Two nodes with devices, a control plane, and a user who does what a history says. Every loop sees
 * the API through the plan of what goes wrong; a loop that dies is made anew at once.
 */
final class Laboratory implements AutoCloseable {

  static final String NIC_CAPACITY = "10";

  private static final List<String> NODES = List.of("a", "b");
  private static final Set<String> LOOPS =
      new LinkedHashSet<>(
          List.of(
              "scheduler",
              "resourceclaim-controller",
              "device-taint-eviction-controller",
              "garbage-collector-controller",
              "podgroup-protection-controller"));

  private static final Map<String, Boolean> GATES =
      Map.of("GenericWorkload", true, "DRAWorkloadResourceClaims", true);

  private static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final int PATIENCE = 20_000;

  private final VirtualTimers timers = new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z"));
  private final FakeApiServer server;
  private final ApiAccess access;
  private final Writes user;
  private final FaultPlan plan;
  private final Planted planted;
  private final Hardware hardware;
  private final HistoryAuditor auditor;
  private final Stepper stepper;
  private final Map<String, Integer> devices = new HashMap<>();
  private final Map<String, DriverAgent> drivers = new LinkedHashMap<>();

  Laboratory(long seed, FaultPlan plan, Planted planted) {
    this.plan = plan;
    this.planted = planted;
    this.server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.LATEST)
                .featureGates(GATES)
                .runtimeConfig(List.of("api/all=true"))
                .timers(timers)
                .seed(seed)
                .build());
    this.access = ApiAccess.of(server.handler());
    this.user = access.as("user").writes();
    this.hardware = new Hardware(user);
    this.auditor = new HistoryAuditor(access);
    NODES.forEach(node -> devices.put(node, 2));
    furnish();
    List<Loop> loops = new ArrayList<>();
    names().forEach(name -> loops.add(make(name)));
    this.stepper = new Stepper(loops, timers, seed);
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(LOOPS);
    NODES.forEach(node -> names.add(NodeAgent.nameOn(node)));
    NODES.forEach(node -> names.add(DriverAgent.nameOn(node)));
    return names;
  }

  private Loop make(String name) {
    ApiAccess faulty = planted.access(name, new FaultyAccess(name, access, plan, timers));
    for (String node : NODES) {
      if (name.equals(NodeAgent.nameOn(node))) {
        return new NodeAgent(
            node, faulty, timers, plan, hardware, PodClaims.of(server.features()), planted);
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

  /** Creates an object from YAML; one that is there already is left. */
  void create(String yaml, Class<? extends HasMetadata> kind) {
    try {
      user.create(YAML.unmarshal("---\n" + yaml, kind));
    } catch (ApiException refused) {
      if (!refused.isConflict() && refused.code() != 403) {
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

  void finish(Pod pod) {
    refused(
        () ->
            user.patch(
                Pod.class,
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                "status",
                new Patch.Merge("{\"status\":{\"phase\":\"Succeeded\"}}")));
  }

  <T extends HasMetadata> void delete(Class<T> kind, T object) {
    refused(
        () ->
            user.delete(
                kind,
                object.getMetadata().getNamespace(),
                object.getMetadata().getName(),
                new DeleteOptions()));
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

  /** Lets nothing go wrong any more, and says what must be true after some time. */
  void concludeHistory() {
    plan.heal();
    deleteAll(DeviceTaintRule.class);
    advance(Duration.ofMinutes(12));
    Settled.check(server.features(), auditor);
    deleteAll(Pod.class);
    deleteAll(PodGroup.class);
    advance(Duration.ofMinutes(3));
    deleteAll(ResourceClaim.class);
    advance(Duration.ofMinutes(3));
    nothingIsLeft();
  }

  private void nothingIsLeft() {
    auditor.look();
    Optional<ResourceClaim> claim = auditor.claims().all().stream().findFirst();
    if (claim.isPresent()) {
      throw new Violation(
          "leaked claim",
          "%s is left: finalizers %s, status %s"
              .formatted(
                  claim.get().getMetadata().getName(),
                  claim.get().getMetadata().getFinalizers(),
                  claim.get().getStatus()));
    }
    auditor.pods().all().stream()
        .findFirst()
        .ifPresent(
            pod -> {
              throw new Violation("pod left", pod.getMetadata().getName() + " does not go");
            });
    list(PodGroup.class).stream()
        .findFirst()
        .ifPresent(
            group -> {
              throw new Violation("group left", group.getMetadata().getName() + " does not go");
            });
    if (!hardware.isIdle()) {
      throw new Violation("left prepared", "devices are prepared for nobody: " + hardware);
    }
  }

  private void furnish() {
    for (String node : NODES) {
      create(
          """
          {apiVersion: v1, kind: Node, metadata: {name: %s, labels: {host: %s}},
           status: {allocatable: {cpu: "4", memory: 8Gi, pods: "20"}}}
          """
              .formatted(node, node),
          io.fabric8.kubernetes.api.model.Node.class);
    }
    create(
        """
        {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {
          extendedResourceName: x.test/gpu,
          selectors: [{cel: {expression: 'device.driver == "gpu.example.test"'}}]}}
        """,
        io.fabric8.kubernetes.api.model.resource.v1.DeviceClass.class);
    create(
        """
        {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: nic}, spec: {
          selectors: [{cel: {expression: 'device.driver == "nic.example.test"'}}]}}
        """,
        io.fabric8.kubernetes.api.model.resource.v1.DeviceClass.class);
    create(
        """
        {apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: nics}, spec: {
          driver: nic.example.test, allNodes: true,
          pool: {name: nics, generation: 1, resourceSliceCount: 1},
          devices: [{name: nic0, allowMultipleAllocations: true,
            capacity: {bandwidth: {value: "%s"}}}]}}
        """
            .formatted(NIC_CAPACITY),
        io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice.class);
    create(
        """
        {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate,
         metadata: {name: gpu, namespace: default}, spec: {spec: {devices: {requests: [
           {name: r, exactly: {deviceClassName: gpu}}]}}}}
        """,
        io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate.class);
    create(
        """
        {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}
        """,
        io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass.class);
  }

  @Override
  public void close() {
    stepper.close();
    server.close();
  }
}
