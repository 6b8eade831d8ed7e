package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.PodConditions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pods that have to go: who, when and why, and how each is made to go, once. */
final class Evictor {

  private static final String REASON = "DeviceTaintManagerEviction";

  private final Writes writes;
  private final Timers timers;
  private final EventRecorder recorder;
  private final Map<String, Eviction> due = new HashMap<>();
  private final Set<String> evicted = new HashSet<>();

  Evictor(Writes writes, Timers timers, EventRecorder recorder) {
    this.writes = writes;
    this.timers = timers;
    this.recorder = recorder;
  }

  /** Notes that a pod has to go. */
  void plan(Pod pod, Eviction eviction) {
    due.put(pod.getMetadata().getUid(), eviction);
  }

  /** Notes that a pod may stay, and says so if it had to go before. */
  void cancel(Pod pod) {
    if (due.remove(pod.getMetadata().getUid()) != null) {
      recorder.record(pod, EventRecorder.Type.NORMAL, REASON, "Cancelling deletion");
    }
  }

  /** Forgets a pod that is gone. */
  void forget(Pod pod) {
    due.remove(pod.getMetadata().getUid());
  }

  /** Returns why and when the pod of a duty has to go, unless that is done or called off. */
  Optional<Eviction> planned(Duty.Evict duty) {
    return evicted.contains(duty.uid())
        ? Optional.empty()
        : Optional.ofNullable(due.get(duty.uid()));
  }

  /** Makes the pod of a duty go, and returns whether it was there to be deleted. */
  boolean evict(Duty.Evict duty) {
    Optional<Pod> live =
        writes
            .get(Pod.class, duty.pod().namespace(), duty.pod().name())
            .filter(pod -> pod.getMetadata().getUid().equals(duty.uid()));
    boolean counts = live.isPresent();
    if (live.filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).isPresent()) {
      counts = delete(live.get());
    }
    due.remove(duty.uid());
    evicted.add(duty.uid());
    return counts;
  }

  private boolean delete(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    String name = pod.getMetadata().getName();
    recorder.record(pod, EventRecorder.Type.NORMAL, REASON, "Marking for deletion");
    try {
      writes.patch(
          Pod.class,
          namespace,
          name,
          "status",
          PodConditions.disruption(
              pod,
              "DeletionByDeviceTaintManager",
              "Device Taint manager: deleting due to NoExecute taint",
              timers.instant()));
      writes.delete(
          Pod.class,
          namespace,
          name,
          new DeleteOptionsBuilder()
              .withNewPreconditions()
              .withUid(pod.getMetadata().getUid())
              .endPreconditions()
              .build());
      return true;
    } catch (ApiException refused) {
      if (refused.isNotFound()) {
        return false;
      }
      throw refused;
    }
  }
}
