package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Set;

/** A pod in the queue: how often it was tried, what turned it away, and since when it waits. */
final class QueuedPod {

  private final long arrival;
  private Pod pod;
  private Instant since;
  private int refusals;
  private int errorsInARow;
  private Set<String> rejectors = Set.of();
  private long place;

  /**
   * Creates a pod that has just come.
   *
   * @param arrival its number among all pods that have come
   */
  QueuedPod(Pod pod, Instant since, long arrival) {
    this.pod = pod;
    this.since = since;
    this.arrival = arrival;
  }

  Pod pod() {
    return pod;
  }

  String uid() {
    return pod.getMetadata().getUid();
  }

  void update(Pod newPod) {
    pod = newPod;
  }

  int priority() {
    return pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority();
  }

  Instant since() {
    return since;
  }

  /** Returns the plugins that turned it away last; none if it failed for another reason. */
  Set<String> rejectors() {
    return rejectors;
  }

  /** Records that an attempt has ended without a node. */
  void failed(Set<String> newRejectors, Instant now) {
    rejectors = Set.copyOf(newRejectors);
    since = now;
    if (newRejectors.isEmpty()) {
      errorsInARow++;
    } else {
      refusals++;
      errorsInARow = 0;
    }
  }

  /** Says whether the last attempt failed instead of finding no node. */
  boolean hadError() {
    return errorsInARow > 0;
  }

  /** Returns when the pause after the last attempt is over. */
  Instant backoffEnd() {
    int count = errorsInARow > 0 ? errorsInARow : refusals;
    if (count == 0) {
      return since;
    }
    Instant end = since.plus(Backoff.after(count, Backoff.LONGEST));
    return hadError() ? end.plus(Backoff.HALF_A_TICK) : end;
  }

  /** Records that the pod has entered the active queue as number {@code newPlace} of all. */
  void enter(Instant now, long newPlace) {
    since = now;
    place = newPlace;
  }

  long arrival() {
    return arrival;
  }

  long place() {
    return place;
  }
}
