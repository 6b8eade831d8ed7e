package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.scheduler.BindingConditions.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The way of a pod from the node that was found for it to being bound there: its devices are held,
 * its claims written, devices that must be made ready waited for; and what has to happen when it
 * ends before that (upstream's Reserve, PreBind, Bind and Unreserve).
 */
final class BindingCycle {

  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Duration POLL_OF_VOLUMES = Duration.ofSeconds(1);

  private record Waiting(Attempt attempt, Instant nextLook, Instant deadline) {}

  private final Timers timers;
  private final Cluster cluster;
  private final SchedulingQueue queue;
  private final Nominations nominations;
  private final Binder binder;
  private final VolumeWriter volumes;
  private final PodReports reports;
  private final Failures failures;
  private final boolean watchesConditions;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private Runnable wake = () -> {};

  /**
   * Creates the cycle.
   *
   * @param watchesConditions whether devices may have to be made ready
   */
  BindingCycle(
      Timers timers,
      Cluster cluster,
      SchedulingQueue queue,
      Nominations nominations,
      Binder binder,
      VolumeWriter volumes,
      PodReports reports,
      Failures failures,
      boolean watchesConditions) {
    this.timers = timers;
    this.cluster = cluster;
    this.queue = queue;
    this.nominations = nominations;
    this.binder = binder;
    this.volumes = volumes;
    this.reports = reports;
    this.failures = failures;
    this.watchesConditions = watchesConditions;
  }

  void onReady(Runnable newWake) {
    wake = newWake;
  }

  /** Counts the pod on its node and holds its devices, in memory only. */
  void hold(Attempt attempt, PodDemand demand) {
    attempt.claims().choose(attempt.node());
    attempt.claims().volumes().hold(attempt.node());
    cluster.assume(
        attempt.pod(),
        attempt.node(),
        demand.plus(attempt.claims().share(attempt.node()).amounts()));
    binder.reserve(attempt);
  }

  /** Takes back what {@link #hold} did. */
  void letGo(Attempt attempt) {
    binder.settle(attempt);
    attempt.claims().volumes().letGo(attempt.node());
    cluster.forget(attempt.pod());
  }

  /** Writes the claims of a pod that is held, and binds it as soon as its devices are ready. */
  void finish(Attempt attempt) {
    nominations.remove(attempt.queued().uid());
    if (attempt.claims().hasAny(attempt.node())) {
      attempt.queued().update(reports.nominated(attempt));
    }
    try {
      volumes.write(attempt.claims().volumes(), attempt.node());
      binder.writeClaims(attempt);
      binder.tellShare(attempt);
    } catch (BindingException refused) {
      undo(attempt, String.valueOf(refused.getMessage()));
      return;
    }
    if (waitsForDevices(attempt)) {
      reports.waitsForDevices(attempt);
    }
    look(attempt, timers.instant().plus(BindingConditions.TIMEOUT));
  }

  /** Goes on with one pod that waits for its devices, if it is time to look at one. */
  boolean continueOne() {
    Instant now = timers.instant();
    Optional<Waiting> due =
        waiting.values().stream().filter(entry -> !entry.nextLook().isAfter(now)).findFirst();
    due.ifPresent(
        entry -> {
          waiting.remove(entry.attempt().queued().uid());
          look(entry.attempt(), entry.deadline());
        });
    return due.isPresent();
  }

  /** Takes in a pod as it is now, if it waits for its devices; says whether it does. */
  boolean learn(Pod pod) {
    Waiting entry = waiting.get(pod.getMetadata().getUid());
    if (entry != null) {
      entry.attempt().queued().update(pod);
    }
    return entry != null;
  }

  /**
   * Takes in that a pod has gone before it was placed. Its node gets its room back at once; but who
   * waits for devices waits on, and holds them until they are ready, fail or run out of time, as
   * upstream has it.
   */
  void abandon(Pod pod) {
    learn(pod);
    cluster.forget(pod);
  }

  /** Ends the way of a pod that waits for its devices; says whether it was waiting. */
  boolean callBack(Pod pod) {
    Waiting entry = waiting.remove(pod.getMetadata().getUid());
    if (entry == null) {
      return false;
    }
    undo(entry.attempt(), preBind("preempted by DefaultPreemption"));
    return true;
  }

  private boolean waitsForDevices(Attempt attempt) {
    return watchesConditions && attempt.claims().written().anyMatch(BindingConditions::any);
  }

  /** Looks whether everything that the pod waits for is there, and binds it then. */
  private void look(Attempt attempt, Instant deadline) {
    try {
      Instant now = timers.instant();
      if (!volumes.isDone(attempt.claims().volumes(), attempt.node())) {
        if (!deadline.isAfter(now)) {
          throw new BindingException(
              "running PreBind plugin \"%s\": binding volumes: context deadline exceeded"
                  .formatted(Volumes.NAME));
        }
        wait(attempt, deadline, now.plus(POLL_OF_VOLUMES));
        return;
      }
    } catch (BindingException gone) {
      undo(attempt, String.valueOf(gone.getMessage()));
      return;
    }
    if (waitsForDevices(attempt)) {
      lookAtDevices(attempt, deadline);
    } else {
      bind(attempt);
    }
  }

  private void lookAtDevices(Attempt attempt, Instant deadline) {
    try {
      binder.refresh(attempt);
    } catch (BindingException gone) {
      undo(attempt, preBind(String.valueOf(gone.getMessage())));
      return;
    }
    Instant now = timers.instant();
    for (ResourceClaim claim : attempt.claims().written().toList()) {
      Readiness readiness = BindingConditions.of(claim);
      if (readiness instanceof Readiness.Broken broken) {
        undo(attempt, preBind(broken.message()));
        return;
      }
      if (readiness instanceof Readiness.Waiting) {
        if (BindingConditions.isOverdue(claim, now)) {
          undo(attempt, preBind("device binding timeout: claim=" + claim.getMetadata().getName()));
        } else if (!deadline.isAfter(now)) {
          undo(attempt, preBind("device binding timeout: context deadline exceeded"));
        } else {
          wait(attempt, deadline, now.plus(POLL));
        }
        return;
      }
    }
    bind(attempt);
  }

  private void wait(Attempt attempt, Instant deadline, Instant wanted) {
    Instant nextLook = wanted.isBefore(deadline) ? wanted : deadline;
    waiting.put(attempt.queued().uid(), new Waiting(attempt, nextLook, deadline));
    timers.at(nextLook, () -> wake.run());
  }

  private void bind(Attempt attempt) {
    binder.settle(attempt);
    attempt.claims().volumes().letGo(attempt.node());
    try {
      binder.bind(attempt);
    } catch (BindingException refused) {
      if (refused.isInDoubt()) {
        retry(attempt, String.valueOf(refused.getMessage()));
      } else {
        undo(attempt, String.valueOf(refused.getMessage()));
      }
      return;
    }
    nominations.remove(attempt.queued().uid());
    reports.bound(attempt);
  }

  private void undo(Attempt attempt, String message) {
    binder.unreserve(attempt);
    attempt.claims().volumes().letGo(attempt.node());
    retry(attempt, message);
  }

  /** Ends an attempt whose reservations stay, for the pod may be on its node. */
  private void retry(Attempt attempt, String message) {
    cluster.forget(attempt.pod());
    queue.moveIf(Hints::podLeft);
    failures.failed(attempt.queued(), message, attempt.claims());
  }

  private static String preBind(String message) {
    return "running PreBind plugin \"%s\": %s".formatted(ClaimCycle.NAME, message);
  }
}
