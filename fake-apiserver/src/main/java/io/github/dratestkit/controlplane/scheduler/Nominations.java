package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.common.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods for which room is being made on a node; pods of lower priority must leave it to them. */
final class Nominations {

  private record Nomination(Pod pod, String node) {}

  private final Map<String, Nomination> byUid = new LinkedHashMap<>();

  void put(Pod pod, String node) {
    byUid.put(pod.getMetadata().getUid(), new Nomination(pod, node));
  }

  void remove(String uid) {
    byUid.remove(uid);
  }

  Optional<String> nodeOf(Pod pod) {
    return Optional.ofNullable(byUid.get(pod.getMetadata().getUid())).map(Nomination::node);
  }

  /** Returns the node as it will be when those have come that {@code pod} must make way for. */
  NodeInfo with(NodeInfo node, Pod pod) {
    if (byUid.isEmpty()) {
      return node;
    }
    List<Pod> ahead =
        byUid.values().stream()
            .filter(nomination -> nomination.node().equals(node.name()))
            .map(Nomination::pod)
            .filter(other -> priority(other) >= priority(pod))
            .filter(other -> !other.getMetadata().getUid().equals(pod.getMetadata().getUid()))
            .toList();
    if (ahead.isEmpty()) {
      return node;
    }
    NodeInfo fuller = node.copy();
    ahead.forEach(other -> fuller.add(other, PodDemand.of(other)));
    return fuller;
  }

  /** Returns the pods less important than {@code priority} that room is being made for there. */
  List<Pod> weakerOn(String node, int priority) {
    return byUid.values().stream()
        .filter(nomination -> nomination.node().equals(node))
        .map(Nomination::pod)
        .filter(pod -> priority(pod) < priority)
        .toList();
  }

  /**
   * Takes in what the API says of a pod that has no node. That it names none counts only if it
   * named one before: what was decided since may not have arrived there yet.
   */
  void learn(Change<Pod> change) {
    Pod pod = change.object();
    String node = nodeIn(pod);
    boolean had =
        change instanceof Change.Modified<Pod> modified && !nodeIn(modified.before()).isEmpty();
    if (!node.isEmpty()) {
      put(pod, node);
    } else if (had) {
      remove(pod.getMetadata().getUid());
    } else {
      nodeOf(pod).ifPresent(known -> put(pod, known));
    }
  }

  private static String nodeIn(Pod pod) {
    String node = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
    return node == null ? "" : node;
  }

  static int priority(Pod pod) {
    return pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority();
  }
}
