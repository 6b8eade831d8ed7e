package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A node and the pods that are on it or about to be, with their requests added up. It changes as
 * pods come and go; only the scheduler's own thread of work sees it.
 */
final class NodeInfo {

  /** A pod on the node and what it takes. */
  record Placed(Pod pod, PodDemand demand) {}

  /** In upstream's order: who leaves is replaced by the last one, who changes becomes the last. */
  private final List<Placed> pods = new ArrayList<>();

  private final Map<String, Integer> places = new HashMap<>();
  private Node node;
  private Amounts allocatable;
  private int podsWithAffinity;
  private Amounts requested = Amounts.NONE;
  private Amounts scoredRequests = Amounts.NONE;

  NodeInfo(Node node) {
    this.node = node;
    this.allocatable = allocatableOf(node);
  }

  Node node() {
    return node;
  }

  String name() {
    return node.getMetadata().getName();
  }

  void update(Node newNode) {
    node = newNode;
    allocatable = allocatableOf(newNode);
  }

  Amounts allocatable() {
    return allocatable;
  }

  Amounts requested() {
    return requested;
  }

  Amounts scoredRequests() {
    return scoredRequests;
  }

  Collection<Placed> pods() {
    return pods;
  }

  boolean hasPodsWithAffinity() {
    return podsWithAffinity > 0;
  }

  List<Placed> podsNow() {
    return List.copyOf(pods);
  }

  /** Makes the pods those of {@code other} again, in its order. */
  void restore(NodeInfo other) {
    podsNow().forEach(placed -> remove(placed.pod().getMetadata().getUid()));
    other.pods.forEach(placed -> add(placed.pod(), placed.demand()));
  }

  /** Returns a copy whose pods may come and go without touching this one. */
  NodeInfo copy() {
    NodeInfo copy = new NodeInfo(node);
    pods.forEach(placed -> copy.add(placed.pod(), placed.demand()));
    return copy;
  }

  void add(Pod pod, PodDemand demand) {
    remove(pod.getMetadata().getUid());
    places.put(pod.getMetadata().getUid(), pods.size());
    pods.add(new Placed(pod, demand));
    podsWithAffinity += affinityOf(pod);
    requested = requested.plus(demand.requests());
    scoredRequests = scoredRequests.plus(demand.scoredRequests());
  }

  void remove(String uid) {
    Integer place = places.remove(uid);
    if (place != null) {
      Placed removed = pods.get(place);
      Placed last = pods.remove(pods.size() - 1);
      if (last != removed) {
        pods.set(place, last);
        places.put(last.pod().getMetadata().getUid(), place);
      }
      podsWithAffinity -= affinityOf(removed.pod());
      requested = requested.minus(removed.demand().requests());
      scoredRequests = scoredRequests.minus(removed.demand().scoredRequests());
    }
  }

  private static int affinityOf(Pod pod) {
    return pod.getSpec().getAffinity() == null ? 0 : 1;
  }

  private static Amounts allocatableOf(Node node) {
    return node.getStatus() == null ? Amounts.NONE : Amounts.of(node.getStatus().getAllocatable());
  }
}
