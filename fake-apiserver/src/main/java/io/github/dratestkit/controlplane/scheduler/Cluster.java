package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes with the pods on them, as the scheduler believes them to be: what the API says, and
 * pods that it has placed and not seen placed yet.
 */
final class Cluster {

  private final Map<String, NodeInfo> nodes = new LinkedHashMap<>();

  /** Pods by the node they are on, also for nodes that are not known. */
  private final Map<String, Map<String, Pod>> podsByNode = new HashMap<>();

  private final Map<String, String> nodeOfPod = new HashMap<>();
  private final Map<String, String> assumed = new HashMap<>();

  void apply(Change<Node> change) {
    Node node = change.object();
    String name = node.getMetadata().getName();
    if (change instanceof Change.Deleted<Node>) {
      nodes.remove(name);
      return;
    }
    NodeInfo known = nodes.get(name);
    if (known != null) {
      known.update(node);
      return;
    }
    NodeInfo added = new NodeInfo(node);
    podsByNode
        .getOrDefault(name, Map.of())
        .values()
        .forEach(pod -> added.add(pod, PodDemand.of(pod)));
    nodes.put(name, added);
  }

  /** Takes in a change of a pod that has a node. */
  void applyPlaced(Change<Pod> change) {
    Pod pod = change.object();
    String uid = pod.getMetadata().getUid();
    if (change instanceof Change.Deleted<Pod> || PodClaims.hasEnded(pod)) {
      remove(uid);
      return;
    }
    assumed.remove(uid);
    put(pod, pod.getSpec().getNodeName(), PodDemand.of(pod));
  }

  /** Counts a pod on a node before the API says so. */
  void assume(Pod pod, String node, PodDemand demand) {
    assumed.put(pod.getMetadata().getUid(), node);
    put(pod, node, demand);
  }

  /** Takes an assumption back, unless the API has confirmed it since. */
  void forget(Pod pod) {
    if (assumed.remove(pod.getMetadata().getUid()) != null) {
      remove(pod.getMetadata().getUid());
    }
  }

  boolean isAssumed(Pod pod) {
    return assumed.containsKey(pod.getMetadata().getUid());
  }

  /** Forgets a pod that went before it was placed. */
  void remove(String uid) {
    assumed.remove(uid);
    String node = nodeOfPod.remove(uid);
    if (node == null) {
      return;
    }
    Map<String, Pod> pods = podsByNode.get(node);
    if (pods != null) {
      pods.remove(uid);
      if (pods.isEmpty()) {
        podsByNode.remove(node);
      }
    }
    NodeInfo info = nodes.get(node);
    if (info != null) {
      info.remove(uid);
    }
  }

  List<NodeInfo> nodes() {
    return new ArrayList<>(nodes.values());
  }

  int size() {
    return nodes.size();
  }

  Optional<NodeInfo> node(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  private void put(Pod pod, String node, PodDemand demand) {
    String uid = pod.getMetadata().getUid();
    String before = nodeOfPod.get(uid);
    if (before != null && !before.equals(node)) {
      remove(uid);
    }
    nodeOfPod.put(uid, node);
    podsByNode.computeIfAbsent(node, key -> new LinkedHashMap<>()).put(uid, pod);
    NodeInfo info = nodes.get(node);
    if (info != null) {
      info.add(pod, demand);
    }
  }
}
