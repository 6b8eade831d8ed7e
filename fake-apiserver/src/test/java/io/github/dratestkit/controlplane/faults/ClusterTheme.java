package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Namespaces, nodes, quotas and roles: what each brings with it comes, and goes with it. */
enum ClusterTheme implements Theme {
  THE;

  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final int HEARTBEATS = 12;

  @Override
  public Set<String> loops() {
    return new LinkedHashSet<>(
        List.of(
            "scheduler",
            "resourceclaim-controller",
            "garbage-collector-controller",
            "taint-eviction-controller",
            "node-lifecycle-controller",
            "namespace-controller",
            "pod-garbage-collector-controller",
            "serviceaccount-controller",
            "root-ca-certificate-publisher-controller",
            "resourcequota-controller",
            "clusterrole-aggregation-controller",
            "event-expiry",
            "resourcepoolstatusrequest-controller"));
  }

  @Override
  public Map<String, Boolean> gates() {
    return Map.of("DRAResourcePoolStatus", true);
  }

  @Override
  public boolean hasDrivers() {
    return false;
  }

  @Override
  public List<Operation> operations() {
    return List.of(ClusterOperation.values());
  }

  /** Says whether an object is the user's, and neither the cluster's own nor the default. */
  static boolean isOurs(HasMetadata object) {
    return object.getMetadata().getName().matches("(n|r|all)\\d+");
  }

  @Override
  public void furnish(Laboratory laboratory) {
    createNodes(laboratory);
    laboratory.create(
        """
        {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: nic}, spec: {
          selectors: [{cel: {expression: 'device.driver == "nic.example.test"'}}]}}
        """,
        DeviceClass.class);
    laboratory.create(
        """
        {apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: nics}, spec: {
          driver: nic.example.test, allNodes: true,
          pool: {name: nics, generation: 1, resourceSliceCount: 1},
          devices: [{name: nic0, allowMultipleAllocations: true,
            capacity: {bandwidth: {value: "%s"}}}]}}
        """
            .formatted(DeviceTheme.NIC_CAPACITY),
        ResourceSlice.class);
    laboratory.create("{apiVersion: v1, kind: Namespace, metadata: {name: n0}}", Namespace.class);
  }

  static void createNodes(Laboratory laboratory) {
    for (String node : Laboratory.NODES) {
      laboratory.create(
          """
          {apiVersion: v1, kind: Node, metadata: {name: %s, labels: {host: %s}},
           status: {allocatable: {cpu: "16", memory: 8Gi, pods: "100"},
                    conditions: [{type: Ready, status: "True"}]}}
          """
              .formatted(node, node),
          Node.class);
      laboratory.create(
          """
          {apiVersion: coordination.k8s.io/v1, kind: Lease,
           metadata: {name: %s, namespace: kube-node-lease}, spec: {holderIdentity: %s}}
          """
              .formatted(node, node),
          Lease.class);
    }
  }

  /** Does what the kubelet of a node does from time to time: it says how the node is. */
  static void report(Laboratory laboratory, Node node, String ready) {
    String now = laboratory.now().truncatedTo(ChronoUnit.SECONDS).toString();
    laboratory.change(
        Node.class,
        node,
        "status",
        """
        {"status":{"conditions":[{"type":"Ready","status":"%s","reason":"r","message":"m",
          "lastHeartbeatTime":"%s","lastTransitionTime":"%s"}]}}
        """
            .formatted(ready, now, now));
  }

  @Override
  public void conclude(Laboratory laboratory) {
    createNodes(laboratory);
    laboratory
        .list(Node.class)
        .forEach(node -> laboratory.change(Node.class, node, "", "{\"spec\":{\"taints\":null}}"));
    for (int i = 0; i < HEARTBEATS; i++) {
      laboratory.list(Node.class).forEach(node -> report(laboratory, node, "True"));
      laboratory.advance(HEARTBEAT);
    }
    ClusterChecks.check(laboratory);
    laboratory.deleteAll(Pod.class);
    laboratory.list(Namespace.class).stream()
        .filter(ClusterTheme::isOurs)
        .forEach(namespace -> laboratory.delete(Namespace.class, namespace));
    laboratory.list(ClusterRole.class).stream()
        .filter(ClusterTheme::isOurs)
        .forEach(role -> laboratory.delete(ClusterRole.class, role));
    laboratory.deleteAll(Node.class);
    laboratory.advance(Duration.ofMinutes(2));
    laboratory.deleteAll(ResourceClaim.class);
    laboratory.advance(Duration.ofMinutes(1));
    Settled.nothingIsLeft(laboratory, Pod.class);
    Settled.nothingIsLeft(laboratory, ResourceClaim.class);
    ClusterChecks.namespacesAreGone(laboratory);
    laboratory.advance(Duration.ofMinutes(62));
    Settled.nothingIsLeft(laboratory, Event.class);
    Settled.nothingIsLeft(laboratory, ResourcePoolStatusRequest.class);
  }
}
