package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a node was last heard of: by a new heartbeat in its Ready condition, or by a renewed lease.
 * Source: {@code tryUpdateNodeHealth}, {@code pkg/controller/nodelifecycle}, 1.37.
 *
 * @param heard the time, by our own clock
 * @param spoke whether the node had a Ready condition then
 * @param heartbeat the heartbeat that was seen then
 * @param renewal the renewal of the lease that was seen then
 */
record NodeHealth(
    Instant heard, boolean spoke, @Nullable String heartbeat, @Nullable String renewal) {

  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(60);
  private static final List<String> SET_BY_KUBELET =
      List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

  /** Returns what is known of a node after one more look. */
  static NodeHealth of(Node node, Optional<Lease> lease, @Nullable NodeHealth before, Instant now) {
    Optional<NodeCondition> ready = condition(node, "Ready");
    String heartbeat = ready.map(NodeCondition::getLastHeartbeatTime).orElse(null);
    boolean spoke = ready.isPresent();
    boolean news =
        before == null
            || before.spoke() != spoke
            || (spoke && !Objects.equals(before.heartbeat(), heartbeat));
    Instant heard = before == null ? now : before.heard();
    if (news) {
      heard =
          spoke || before != null ? now : Instant.parse(node.getMetadata().getCreationTimestamp());
    }
    String renewal =
        lease.map(known -> String.valueOf(known.getSpec().getRenewTime())).orElse(null);
    boolean renewed = renewal != null && (before == null || !renewal.equals(before.renewal()));
    return new NodeHealth(renewed ? now : heard, spoke, heartbeat, renewal);
  }

  /** Says whether the node has been silent for too long. */
  boolean isSilent(Instant now) {
    return now.isAfter(heard.plus(spoke ? PATIENCE : PATIENCE_AT_FIRST));
  }

  /** Returns a silent node: nobody knows how it is. */
  static Node unknown(Node node, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    List<NodeCondition> conditions = new ArrayList<>();
    if (node.getStatus() != null) {
      for (NodeCondition known : node.getStatus().getConditions()) {
        boolean changes =
            SET_BY_KUBELET.contains(known.getType()) && !"Unknown".equals(known.getStatus());
        conditions.add(
            changes
                ? known.toBuilder()
                    .withStatus("Unknown")
                    .withReason("NodeStatusUnknown")
                    .withMessage("Kubelet stopped posting node status.")
                    .withLastTransitionTime(time)
                    .build()
                : known);
      }
    }
    for (String type : SET_BY_KUBELET) {
      if (condition(node, type).isEmpty()) {
        NodeCondition never = new NodeCondition();
        never.setType(type);
        never.setStatus("Unknown");
        never.setReason("NodeStatusNeverUpdated");
        never.setMessage("Kubelet never posted node status.");
        never.setLastHeartbeatTime(node.getMetadata().getCreationTimestamp());
        never.setLastTransitionTime(time);
        conditions.add(never);
      }
    }
    return new NodeBuilder(node).editOrNewStatus().withConditions(conditions).endStatus().build();
  }

  static Optional<NodeCondition> condition(Node node, String type) {
    return node.getStatus() == null
        ? Optional.empty()
        : node.getStatus().getConditions().stream()
            .filter(known -> known.getType().equals(type))
            .findFirst();
  }
}
