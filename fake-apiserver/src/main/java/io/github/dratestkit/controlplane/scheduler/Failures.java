package io.github.dratestkit.controlplane.scheduler;

import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.scheduler.PodReports.Reason;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ends attempts that found no node: puts the pod back into the queue and tells people why. */
final class Failures {

  private final SchedulingQueue queue;
  private final Nominations nominations;
  private final PodReports reports;

  Failures(SchedulingQueue queue, Nominations nominations, PodReports reports) {
    this.queue = queue;
    this.nominations = nominations;
    this.reports = reports;
  }

  /** Ends an attempt in which something was wrong. */
  void failed(QueuedPod queued, String message, ClaimCycle claims) {
    queue.failed(queued, Set.of());
    nominations.remove(queued.uid());
    // Of a pod that has ended upstream knows only what it was before it waited for its devices.
    @Nullable String node = PodClaims.hasEnded(queued.pod()) ? null : "";
    reports.failed(queued.pod(), Reason.SCHEDULER_ERROR, message, node, claims);
  }

  /** Ends an attempt of a pod for which there is no node now, nor any that could be made free. */
  void rejected(QueuedPod queued, Set<String> rejectors, String message, ClaimCycle claims) {
    rejected(queued, rejectors, message, Optional.of(""), claims);
  }

  /**
   * Ends an attempt of a pod for which there is no node now.
   *
   * @param nominated the node that room is being made on; empty to leave that as it is
   */
  void rejected(
      QueuedPod queued,
      Set<String> rejectors,
      String message,
      Optional<String> nominated,
      ClaimCycle claims) {
    queue.failed(queued, rejectors);
    @Nullable String node = nominated.orElse(null);
    if (node != null && node.isEmpty()) {
      nominations.remove(queued.uid());
    } else if (node != null) {
      nominations.put(queued.pod(), node);
    }
    reports.failed(queued.pod(), Reason.UNSCHEDULABLE, message, node, claims);
  }
}
