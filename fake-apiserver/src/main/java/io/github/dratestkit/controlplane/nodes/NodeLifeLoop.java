package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The node lifecycle controller. A node that has not been heard of for 50 s is unknown to be well;
 * what a node's conditions say becomes taints; and a node that is lost gets the taint that drives
 * its pods out. It has to be asked for, because nodes without a kubelet renew no lease. Source:
 * {@code pkg/controller/nodelifecycle}, 1.37.
 */
public final class NodeLifeLoop extends ReconcilingLoop<NodeDuty> {

  private static final String LEASES = "kube-node-lease";
  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** So much later the taints are put on that drive out, after those that keep off. */
  private static final Duration TAINTING = Duration.ofMillis(100);

  private final Timers timers;
  private final EventRecorder recorder;
  private final NodeTaints taints;
  private final Zones zones = new Zones();
  private final Informer<Node> nodes;
  private final Informer<Lease> leases;
  private final Index<Pod, String> podsByNode = new Index<>(NodeLifeLoop::nodesOf);
  private final Map<String, NodeHealth> health = new HashMap<>();
  private final Map<String, Node> known = new LinkedHashMap<>();

  /** Creates the loop. */
  public NodeLifeLoop(ApiAccess access, Timers timers) {
    super("node-lifecycle-controller", access, timers);
    this.timers = timers;
    this.recorder = EventRecorder.core(writes(), timers, "node-controller");
    this.taints = new NodeTaints(writes(), timers);
    this.leases = inform(Lease.class, change -> {});
    this.nodes = inform(Node.class, this::nodeChanged);
    inform(Pod.class, podsByNode::apply);
  }

  @Override
  protected void onSynced() {
    queue().add(new NodeDuty.Round());
  }

  @Override
  protected void reconcile(NodeDuty duty) {
    if (duty instanceof NodeDuty.Round) {
      queue().addAfter(duty, PERIOD);
      lookAtAll();
    } else if (duty instanceof NodeDuty.Conditions one) {
      nodes.get(null, one.node()).ifPresent(taints::followConditions);
    } else if (duty instanceof NodeDuty.DriveOut next) {
      driveOut(next);
    }
  }

  private void lookAtAll() {
    register();
    Map<Node, Boolean> ready = new LinkedHashMap<>();
    for (Node node : List.copyOf(nodes.all())) {
      try {
        ready.put(node, lookAt(node));
      } catch (ApiException refused) {
        // Somebody else has written it; the next round looks again.
        ready.put(node, isReady(node));
      }
    }
    if (zones.update(ready)) {
      ready.keySet().forEach(this::letStay);
    }
    zones.waitingZones().forEach(zone -> queue().addAfter(new NodeDuty.DriveOut(zone), TAINTING));
  }

  private void register() {
    for (Node node : nodes.all()) {
      if (known.put(node.getMetadata().getName(), node) == null) {
        event(node, "RegisteredNode", "Registered Node %s in Controller");
        letStay(node);
      }
    }
    List<Node> gone =
        known.values().stream().filter(node -> nodes.get(ObjectKey.of(node)).isEmpty()).toList();
    for (Node node : gone) {
      event(node, "RemovingNode", "Removing Node %s from Controller");
      known.remove(node.getMetadata().getName());
      health.remove(node.getMetadata().getName());
      zones.remove(node.getMetadata().getName());
    }
  }

  /** Returns whether a node is ready, after a look at when it was last heard of. */
  private boolean lookAt(Node node) {
    String name = node.getMetadata().getName();
    Instant now = timers.instant();
    NodeHealth seen = NodeHealth.of(node, leases.get(LEASES, name), health.get(name), now);
    health.put(name, seen);
    boolean wasReady = isReady(node);
    Node current = node;
    if (seen.isSilent(now)) {
      Node unknown = NodeHealth.unknown(node, now);
      if (!unknown.getStatus().equals(node.getStatus())) {
        current = writes().update(unknown, "status");
        nodes.assume(current);
      }
    }
    Optional<NodeCondition> ready = NodeHealth.condition(current, "Ready");
    ready.ifPresent(condition -> follow(node, condition));
    if (ready.isPresent() && wasReady && !isReady(current)) {
      event(current, "NodeNotReady", "Node %s status is now: NodeNotReady");
      podsByNode.under(name).forEach(this::markNotReady);
    }
    return isReady(current);
  }

  private void follow(Node node, NodeCondition ready) {
    switch (ready.getStatus()) {
      case "True" -> letStay(node);
      case "False" -> lose(node, NodeTaints.NOT_READY, NodeTaints.UNREACHABLE);
      default -> lose(node, NodeTaints.UNREACHABLE, NodeTaints.NOT_READY);
    }
  }

  private void lose(Node node, String key, String other) {
    if (NodeTaints.drivesOut(node, other)) {
      taints.driveOut(node, key);
    } else if (!NodeTaints.drivesOut(node, key)) {
      zones.add(node);
    }
  }

  private void letStay(Node node) {
    zones.remove(node.getMetadata().getName());
    taints.letStay(node);
  }

  private void driveOut(NodeDuty.DriveOut duty) {
    Instant now = timers.instant();
    Optional<Instant> next = zones.next(duty.zone(), now);
    if (next.isEmpty()) {
      return;
    }
    if (next.get().isAfter(now)) {
      queue().addAt(duty, next.get());
      return;
    }
    zones
        .take(duty.zone(), now)
        .flatMap(name -> nodes.get(null, name))
        .ifPresent(
            node ->
                NodeHealth.condition(node, "Ready")
                    .map(NodeCondition::getStatus)
                    .filter(status -> !status.equals("True"))
                    .ifPresent(
                        status ->
                            taints.driveOut(
                                node,
                                status.equals("False")
                                    ? NodeTaints.NOT_READY
                                    : NodeTaints.UNREACHABLE)));
    if (zones.waitingZones().contains(duty.zone())) {
      queue().add(duty);
    }
  }

  private void markNotReady(Pod pod) {
    Optional<PodCondition> ready =
        PodConditions.find(pod, "Ready").filter(known -> !"False".equals(known.getStatus()));
    if (ready.isEmpty()) {
      return;
    }
    Pod changed =
        new PodBuilder(pod)
            .editStatus()
            .editMatchingCondition(known -> known.getType().equals("Ready"))
            .withStatus("False")
            .withLastTransitionTime(timers.instant().truncatedTo(ChronoUnit.SECONDS).toString())
            .endCondition()
            .endStatus()
            .build();
    try {
      writes().update(changed, "status");
      recorder.record(pod, EventRecorder.Type.WARNING, "NodeNotReady", "Node is not ready");
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private void event(Node node, String reason, String message) {
    recorder.record(
        node, EventRecorder.Type.NORMAL, reason, message.formatted(node.getMetadata().getName()));
  }

  private void nodeChanged(Change<Node> change) {
    if (!(change instanceof Change.Deleted<Node>)) {
      queue().add(new NodeDuty.Conditions(change.object().getMetadata().getName()));
    }
  }

  private static boolean isReady(Node node) {
    return NodeHealth.condition(node, "Ready")
        .filter(condition -> "True".equals(condition.getStatus()))
        .isPresent();
  }

  private static Set<String> nodesOf(Pod pod) {
    return PodClaims.isPlaced(pod) ? Set.of(pod.getSpec().getNodeName()) : Set.of();
  }
}
