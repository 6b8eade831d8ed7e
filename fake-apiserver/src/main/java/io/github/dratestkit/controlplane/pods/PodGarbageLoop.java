package io.github.dratestkit.controlplane.pods;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The pod garbage collector. Every 20 s it removes pods whose node has been gone for 40 s, pods
 * that were deleted before they had a node, and the oldest of more than 12,500 that have ended.
 * Source: {@code pkg/controller/podgc}, 1.37.
 */
public final class PodGarbageLoop extends ReconcilingLoop<PodGarbageLoop.Round> {

  /** One look at all pods. */
  enum Round {
    NEXT
  }

  private static final String NAME = "pod-garbage-collector-controller";
  private static final Duration PERIOD = Duration.ofSeconds(20);
  private static final Duration QUARANTINE = Duration.ofSeconds(40);
  private static final int MOST_ENDED = 12_500;

  private final Timers timers;
  private final Informer<Pod> pods;
  private final Informer<Node> nodes;
  private final Map<String, Instant> missingSince = new HashMap<>();
  private boolean planned;

  /** Creates the loop. */
  public PodGarbageLoop(ApiAccess access, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.nodes = inform(Node.class, this::nodeChanged);
    this.pods = inform(Pod.class, this::changed);
  }

  @Override
  protected void reconcile(Round round) {
    planned = false;
    List<Pod> all = new ArrayList<>(pods.all());
    boolean undecided = false;
    for (Pod pod : all) {
      undecided |= lookAt(pod);
    }
    removeOldest(all);
    if (undecided) {
      plan();
    }
  }

  /** A round is planned as soon as there may be something to do in it. */
  private void changed(Change<Pod> change) {
    Pod pod = change.object();
    if (PodClaims.isPlaced(pod) ? isOrphaned(pod) || PodClaims.hasEnded(pod) : isGoing(pod)) {
      plan();
    }
  }

  private void nodeChanged(Change<Node> change) {
    if (change instanceof Change.Deleted<Node>) {
      plan();
    }
  }

  private void plan() {
    if (!planned) {
      planned = true;
      queue().addAfter(Round.NEXT, PERIOD);
    }
  }

  /** Returns whether the pod must be looked at again. */
  private boolean lookAt(Pod pod) {
    if (!PodClaims.isPlaced(pod)) {
      if (isGoing(pod)) {
        remove(pod, null);
      }
      return false;
    }
    String node = pod.getSpec().getNodeName();
    if (!isOrphaned(pod)) {
      missingSince.remove(node);
      return false;
    }
    var since = missingSince.computeIfAbsent(node, name -> timers.instant());
    if (since.plus(QUARANTINE).isAfter(timers.instant())) {
      return true;
    }
    if (writes().get(Node.class, "", node).isEmpty()) {
      remove(pod, "PodGC: node no longer exists");
    }
    return false;
  }

  private void removeOldest(List<Pod> all) {
    List<Pod> ended = all.stream().filter(PodClaims::hasEnded).toList();
    ended.stream()
        .sorted(Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp()))
        .limit(Math.max(0, ended.size() - MOST_ENDED))
        .forEach(pod -> remove(pod, null));
  }

  private void remove(Pod pod, @Nullable String disruption) {
    String namespace = pod.getMetadata().getNamespace();
    String name = pod.getMetadata().getName();
    try {
      if (!PodClaims.hasEnded(pod)) {
        writes()
            .patch(
                Pod.class, namespace, name, "status", new Patch.Strategic(failed(pod, disruption)));
      }
      DeleteOptions now =
          new DeleteOptionsBuilder()
              .withGracePeriodSeconds(0L)
              .withNewPreconditions()
              .withUid(pod.getMetadata().getUid())
              .endPreconditions()
              .build();
      writes().delete(Pod.class, namespace, name, now);
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        plan();
      }
    }
  }

  private String failed(Pod pod, @Nullable String disruption) {
    ObjectNode body = PodConditions.patch(pod);
    ((ObjectNode) body.get("status")).put("phase", "Failed");
    if (disruption != null) {
      PodConditions.put(
          body,
          pod,
          PodConditions.condition("DisruptionTarget", "True", "DeletionByPodGC", disruption),
          timers.instant());
    }
    return body.toString();
  }

  private boolean isOrphaned(Pod pod) {
    return nodes.get(ObjectKey.of(null, pod.getSpec().getNodeName())).isEmpty();
  }

  private static boolean isGoing(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }
}
