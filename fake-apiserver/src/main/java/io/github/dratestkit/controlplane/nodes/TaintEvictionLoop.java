package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
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
import io.github.dratestkit.controlplane.common.Tolerations;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The taint eviction controller: deletes pods from nodes with a NoExecute taint, at once or when
 * the first of their tolerations has run out. Source: {@code pkg/controller/tainteviction}, 1.37.
 */
public final class TaintEvictionLoop extends ReconcilingLoop<ObjectKey> {

  private static final String NAME = "taint-eviction-controller";
  private static final String REASON = "TaintManagerEviction";

  /**
   * An eviction.
   *
   * @param due when it has to go
   * @param done whether it was made to go
   */
  private record Planned(Instant due, boolean done) {}

  private final Timers timers;
  private final EventRecorder recorder;
  private final Informer<Node> nodes;
  private final Index<Pod, String> podsByNode = new Index<>(TaintEvictionLoop::nodesOf);
  private final Map<ObjectKey, Planned> planned = new HashMap<>();

  /** Creates the loop. */
  public TaintEvictionLoop(ApiAccess access, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.recorder = EventRecorder.core(writes(), timers, NAME);
    this.nodes = inform(Node.class, this::nodeChanged);
    inform(Pod.class, this::podChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    Planned eviction = planned.get(key);
    if (eviction == null || eviction.done()) {
      return;
    }
    if (eviction.due().isAfter(timers.instant())) {
      queue().addAt(key, eviction.due());
      return;
    }
    Optional<Pod> live = writes().get(Pod.class, key.namespace(), key.name());
    live.ifPresent(this::evict);
    planned.put(key, new Planned(eviction.due(), true));
  }

  private void evict(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    String name = pod.getMetadata().getName();
    record(pod, "Marking for deletion Pod ");
    try {
      writes()
          .patch(
              Pod.class,
              namespace,
              name,
              "status",
              PodConditions.disruption(
                  pod,
                  "DeletionByTaintManager",
                  "Taint manager: deleting due to NoExecute taint",
                  timers.instant()));
      writes().delete(Pod.class, namespace, name, new DeleteOptions());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private void lookAt(Pod pod, List<Taint> taints) {
    ObjectKey key = ObjectKey.of(pod);
    if (taints.isEmpty()) {
      cancel(pod);
      return;
    }
    Planned before = planned.get(key);
    boolean untolerated =
        taints.stream()
            .anyMatch(taint -> Tolerations.find(pod.getSpec().getTolerations(), taint).isEmpty());
    if (untolerated) {
      plan(pod, Duration.ZERO);
      return;
    }
    Optional<Duration> patience = patienceOf(pod, taints);
    if (patience.isEmpty()) {
      cancel(pod);
    } else if (before == null || before.done()) {
      plan(pod, patience.get());
    }
    // Otherwise the time runs on from the first look, also where it has become shorter.
  }

  private void plan(Pod pod, Duration patience) {
    cancel(pod);
    Instant due = timers.instant().plus(patience);
    planned.put(ObjectKey.of(pod), new Planned(due, false));
    queue().addAt(ObjectKey.of(pod), due);
  }

  /** Returns how long a pod that tolerates all taints may stay, or nothing if for ever. */
  private static Optional<Duration> patienceOf(Pod pod, List<Taint> taints) {
    return taints.stream()
        .flatMap(taint -> Tolerations.find(pod.getSpec().getTolerations(), taint).stream())
        .map(Toleration::getTolerationSeconds)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .map(seconds -> Duration.ofSeconds(Math.max(0, seconds)));
  }

  private void cancel(Pod pod) {
    Planned before = planned.remove(ObjectKey.of(pod));
    if (before != null && !before.done()) {
      record(pod, "Cancelling deletion of Pod ");
    }
  }

  private void record(Pod pod, String what) {
    recorder.record(pod, EventRecorder.Type.NORMAL, REASON, what + PodClaims.pathOf(pod));
  }

  private void nodeChanged(Change<Node> change) {
    Node node = change.object();
    boolean same =
        change instanceof Change.Modified<Node> modified
            && taintsOf(modified.before()).equals(taintsOf(node));
    if (same || change instanceof Change.Deleted<Node>) {
      return;
    }
    podsByNode
        .under(node.getMetadata().getName())
        .forEach(pod -> lookAt(pod, evictingTaintsOf(node)));
  }

  private void podChanged(Change<Pod> change) {
    podsByNode.apply(change);
    Pod pod = change.object();
    if (change instanceof Change.Deleted<Pod>) {
      cancel(pod);
    } else if (PodClaims.isPlaced(pod) && concernsUs(change)) {
      nodes
          .get(null, pod.getSpec().getNodeName())
          .map(TaintEvictionLoop::evictingTaintsOf)
          .filter(taints -> !taints.isEmpty())
          .ifPresent(taints -> lookAt(pod, taints));
    }
  }

  private static boolean concernsUs(Change<Pod> change) {
    return !(change instanceof Change.Modified<Pod> modified)
        || !Objects.equals(
            modified.before().getSpec().getNodeName(), modified.object().getSpec().getNodeName())
        || !modified
            .before()
            .getSpec()
            .getTolerations()
            .equals(modified.object().getSpec().getTolerations());
  }

  private static List<Taint> taintsOf(Node node) {
    return node.getSpec() == null ? List.of() : node.getSpec().getTaints();
  }

  private static List<Taint> evictingTaintsOf(Node node) {
    return taintsOf(node).stream().filter(taint -> "NoExecute".equals(taint.getEffect())).toList();
  }

  private static Set<String> nodesOf(Pod pod) {
    return PodClaims.isPlaced(pod) ? Set.of(pod.getSpec().getNodeName()) : Set.of();
  }
}
