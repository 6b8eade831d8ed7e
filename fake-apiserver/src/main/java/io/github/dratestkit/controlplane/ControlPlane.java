package io.github.dratestkit.controlplane;

import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.claims.ResourceClaimLoop;
import io.github.dratestkit.controlplane.garbage.GarbageCollectorLoop;
import io.github.dratestkit.controlplane.metrics.ControllerMetrics;
import io.github.dratestkit.controlplane.namespaces.EventExpiryLoop;
import io.github.dratestkit.controlplane.namespaces.NamespaceLoop;
import io.github.dratestkit.controlplane.namespaces.RootCertificateLoop;
import io.github.dratestkit.controlplane.namespaces.ServiceAccountLoop;
import io.github.dratestkit.controlplane.nodes.NodeLifeLoop;
import io.github.dratestkit.controlplane.nodes.SecretLifetimeLoop;
import io.github.dratestkit.controlplane.nodes.TaintEvictionLoop;
import io.github.dratestkit.controlplane.pods.PodGarbageLoop;
import io.github.dratestkit.controlplane.poolstatus.PoolStatusLoop;
import io.github.dratestkit.controlplane.quota.ResourceQuotaLoop;
import io.github.dratestkit.controlplane.roles.ClusterRoleAggregationLoop;
import io.github.dratestkit.controlplane.scheduler.SchedulerLoop;
import io.github.dratestkit.controlplane.taints.DeviceTaintEvictionLoop;
import io.github.dratestkit.controlplane.volumes.PersistentVolumeLoop;
import io.github.dratestkit.controlplane.workloads.DaemonSetLoop;
import io.github.dratestkit.controlplane.workloads.DeploymentLoop;
import io.github.dratestkit.controlplane.workloads.DisruptionLoop;
import io.github.dratestkit.controlplane.workloads.FinishedJobsLoop;
import io.github.dratestkit.controlplane.workloads.JobLoop;
import io.github.dratestkit.controlplane.workloads.PodGroupProtectionLoop;
import io.github.dratestkit.controlplane.workloads.ReplicaSetLoop;
import io.github.dratestkit.controlplane.workloads.ReplicationControllerLoop;
import io.github.dratestkit.controlplane.workloads.StatefulSetLoop;
import io.github.dratestkit.controlplane.workloads.VolumeClaimProtectionLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All loops of the control plane by name. The names are those of upstream's {@code --controllers},
 * with {@code scheduler} added; any subset may run, so that the real binary or a user's own takes
 * the place of the rest.
 */
public final class ControlPlane {

  private static final long SEED = 1;

  /** Nodes without a kubelet renew no lease, so that their life is watched on request only. */
  private static final String NODE_LIFE = "node-lifecycle-controller";

  private interface Maker {
    Loop make(ApiAccess access, FeatureSet features, Timers timers, Compatibility compatibility);
  }

  private static final Map<String, Maker> MAKERS = makers();

  private ControlPlane() {}

  /**
   * Returns the names of all loops that run unless something else is said, in the order in which a
   * stepper should know them.
   */
  public static Set<String> names() {
    Set<String> names = new LinkedHashSet<>(MAKERS.keySet());
    names.remove(NODE_LIFE);
    return names;
  }

  /**
   * Returns the names that a list on a command line chooses: {@code *} for {@link #names all that
   * run by default}, a name for one, {@code -name} to leave one out, {@code none} for no loop. As
   * upstream has it, the first that names a loop decides.
   *
   * @throws IllegalArgumentException if a name is not known
   */
  public static Set<String> select(String list) {
    List<String> items = List.of(list.trim().split("\\s*,\\s*"));
    Set<String> chosen = new LinkedHashSet<>();
    for (String item : items) {
      String name = item.startsWith("-") ? item.substring(1) : item;
      if (!name.equals("*") && !name.equals("none") && !MAKERS.containsKey(name)) {
        throw new IllegalArgumentException(
            "unknown controller \"%s\"; known are %s, and * for all and none for no one"
                .formatted(name, String.join(", ", MAKERS.keySet())));
      }
    }
    boolean all = items.contains("*");
    for (String name : MAKERS.keySet()) {
      boolean byDefault = all && !name.equals(NODE_LIFE) && !items.contains("-" + name);
      if (items.contains(name) || byDefault) {
        chosen.add(name);
      }
    }
    return chosen;
  }

  /**
   * Makes the loops of {@code names}, in a fixed order.
   *
   * @throws IllegalArgumentException if a name is not known
   */
  public static List<Loop> loops(
      ApiAccess access, FeatureSet features, Timers timers, Set<String> names) {
    return loops(access, features, timers, names, Compatibility.RULES);
  }

  /**
   * Makes the loops of {@code names}, in a fixed order.
   *
   * @param compatibility whether the scheduler leaves a gang unplaced that could be placed, where
   *     upstream's procedure does
   * @throws IllegalArgumentException if a name is not known
   */
  public static List<Loop> loops(
      ApiAccess access,
      FeatureSet features,
      Timers timers,
      Set<String> names,
      Compatibility compatibility) {
    return loops(access, features, timers, names, compatibility, new ControllerMetrics());
  }

  /**
   * Makes the loops of {@code names}, in a fixed order, and lets them count.
   *
   * @param compatibility whether the scheduler leaves a gang unplaced that could be placed, where
   *     upstream's procedure does
   * @throws IllegalArgumentException if a name is not known
   */
  public static List<Loop> loops(
      ApiAccess access,
      FeatureSet features,
      Timers timers,
      Set<String> names,
      Compatibility compatibility,
      ControllerMetrics metrics) {
    for (String name : names) {
      if (!MAKERS.containsKey(name)) {
        throw new IllegalArgumentException(
            "unknown controller \"%s\"; known are %s"
                .formatted(name, String.join(", ", MAKERS.keySet())));
      }
    }
    List<Loop> loops = new ArrayList<>();
    MAKERS.forEach(
        (name, maker) -> {
          if (names.contains(name)) {
            ApiAccess own = metrics.counting(name, access.as(component(name)));
            loops.add(maker.make(own, features, timers, compatibility));
          }
        });
    return loops;
  }

  /**
   * Returns the binary that the loop is part of upstream, which is the manager of what it writes.
   */
  private static String component(String name) {
    return name.equals("scheduler") ? "kube-scheduler" : "kube-controller-manager";
  }

  private interface GatedMaker {
    Loop make(ApiAccess access, FeatureSet features, Timers timers);
  }

  /** A loop that depends on gates. */
  private static Maker gated(GatedMaker maker) {
    return (access, features, timers, compatibility) -> maker.make(access, features, timers);
  }

  private interface PlainMaker {
    Loop make(ApiAccess access, Timers timers);
  }

  /** A loop that is the same whatever the gates. */
  private static Maker on(PlainMaker maker) {
    return (access, features, timers, compatibility) -> maker.make(access, timers);
  }

  private static Map<String, Maker> makers() {
    Map<String, Maker> makers = new LinkedHashMap<>();
    makers.put(
        "scheduler",
        (access, features, timers, compatibility) ->
            new SchedulerLoop(access, features, timers, compatibility, SEED));
    makers.put("resourceclaim-controller", gated(ResourceClaimLoop::new));
    makers.put("device-taint-eviction-controller", gated(DeviceTaintEvictionLoop::new));
    makers.put("garbage-collector-controller", gated(GarbageCollectorLoop::new));
    makers.put("taint-eviction-controller", on(TaintEvictionLoop::new));
    makers.put(NODE_LIFE, on(NodeLifeLoop::new));
    makers.put("ttl-controller", on(SecretLifetimeLoop::new));
    makers.put("namespace-controller", gated(NamespaceLoop::new));
    makers.put("pod-garbage-collector-controller", on(PodGarbageLoop::new));
    makers.put("podgroup-protection-controller", on(PodGroupProtectionLoop::new));
    makers.put("persistentvolumeclaim-protection-controller", on(VolumeClaimProtectionLoop::new));
    makers.put("deployment-controller", on(DeploymentLoop::new));
    makers.put("replicaset-controller", on(ReplicaSetLoop::new));
    makers.put("replicationcontroller-controller", on(ReplicationControllerLoop::new));
    makers.put("statefulset-controller", on(StatefulSetLoop::new));
    makers.put("daemonset-controller", on(DaemonSetLoop::new));
    makers.put("job-controller", on(JobLoop::new));
    makers.put("ttl-after-finished-controller", on(FinishedJobsLoop::new));
    makers.put("serviceaccount-controller", on(ServiceAccountLoop::new));
    makers.put("root-ca-certificate-publisher-controller", on(RootCertificateLoop::new));
    makers.put("persistentvolume-binder-controller", on(PersistentVolumeLoop::new));
    makers.put("disruption-controller", on(DisruptionLoop::new));
    makers.put("resourcequota-controller", gated(ResourceQuotaLoop::new));
    makers.put("clusterrole-aggregation-controller", on(ClusterRoleAggregationLoop::new));
    makers.put("event-expiry", on(EventExpiryLoop::new));
    makers.put("resourcepoolstatusrequest-controller", gated(PoolStatusLoop::new));
    return makers;
  }
}
