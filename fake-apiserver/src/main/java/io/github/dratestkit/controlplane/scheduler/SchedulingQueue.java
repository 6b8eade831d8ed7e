package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait for a node, in five places: gated ones that may not be tried, active ones that
 * are tried by priority and age, those in a pause after a failed attempt, unschedulable ones that
 * wait for something to change, and those of groups that rest before they are tried again. Source:
 * {@code pkg/scheduler/backend/queue}, 1.37.
 *
 * <p>When nothing is active, a pod in a pause is tried early, unless its last attempt had an error
 * (SchedulerPopFromBackoffQ).
 */
final class SchedulingQueue {

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private static final Comparator<QueuedPod> ORDER =
      Comparator.comparingInt(QueuedPod::priority)
          .reversed()
          .thenComparing(QueuedPod::since)
          .thenComparingLong(QueuedPod::place);

  private final Timers timers;
  private final Predicate<Pod> gated;
  private final Function<Pod, Optional<GroupTree.Key>> groupOf;
  private final GroupPauses groupPauses = new GroupPauses();
  private final TreeSet<QueuedPod> active = new TreeSet<>(ORDER);
  private final Map<String, QueuedPod> waiting = new LinkedHashMap<>();
  private final Map<String, QueuedPod> pausing = new LinkedHashMap<>();
  private final Map<String, QueuedPod> unschedulable = new LinkedHashMap<>();
  private final Map<String, QueuedPod> resting = new LinkedHashMap<>();
  private final Map<String, QueuedPod> closed = new LinkedHashMap<>();
  private Runnable wake = () -> {};
  private long arrived;
  private long entered;

  /**
   * Creates an empty queue.
   *
   * @param gated says which pods may not be tried now
   * @param groupOf says with which group a pod is tried, if with any
   */
  SchedulingQueue(
      Timers timers, Predicate<Pod> gated, Function<Pod, Optional<GroupTree.Key>> groupOf) {
    this.timers = timers;
    this.gated = gated;
    this.groupOf = groupOf;
  }

  void onReady(Runnable newWake) {
    wake = newWake;
  }

  /** Adds a pod that is new. */
  void add(Pod pod) {
    QueuedPod known = find(pod.getMetadata().getUid());
    if (known != null) {
      known.update(pod);
      return;
    }
    admit(new QueuedPod(pod, timers.instant(), arrived++));
  }

  /** Takes in that a waiting pod has changed in a way that may help it. */
  void updated(Pod pod, boolean mayHelp) {
    QueuedPod known = find(pod.getMetadata().getUid());
    if (known == null) {
      add(pod);
      return;
    }
    // Only one that is active may be looked for there: the order knows pods by their place alone.
    boolean wasActive = waiting.containsKey(known.uid()) && active.remove(known);
    known.update(pod);
    if (wasActive) {
      active.add(known);
    } else if (mayHelp && unschedulable.remove(known.uid()) != null) {
      requeue(known);
    } else if (closed.containsKey(known.uid())) {
      reopen(known);
    }
  }

  /** Forgets a pod, and with the last one of a group how long that has waited. */
  void forget(Pod pod) {
    remove(pod.getMetadata().getUid());
    groupOf
        .apply(pod)
        .filter(group -> places().noneMatch(queued -> isOf(queued, group)))
        .ifPresent(groupPauses::forget);
  }

  private void remove(String uid) {
    QueuedPod known = waiting.remove(uid);
    if (known != null) {
      active.remove(known);
    }
    pausing.remove(uid);
    unschedulable.remove(uid);
    resting.remove(uid);
    closed.remove(uid);
  }

  private Stream<QueuedPod> places() {
    return Stream.of(waiting, pausing, unschedulable, resting, closed)
        .flatMap(place -> place.values().stream());
  }

  private boolean isOf(QueuedPod queued, GroupTree.Key group) {
    return groupOf.apply(queued.pod()).filter(group::equals).isPresent();
  }

  /** Puts a pod back whose attempt has ended without a node. */
  void failed(QueuedPod queued, Set<String> rejectors) {
    queued.failed(rejectors, timers.instant());
    if (rejectors.isEmpty()) {
      pause(queued);
      return;
    }
    if (groupOf.apply(queued.pod()).isPresent()) {
      resting.put(queued.uid(), queued);
      return;
    }
    unschedulable.put(queued.uid(), queued);
    timers.at(queued.since().plus(LONGEST_WAIT), () -> wake.run());
  }

  /** Lets the pods of a group rest that was not placed. */
  void groupRefused(GroupTree.Key group) {
    int pods = (int) resting.values().stream().filter(queued -> isOf(queued, group)).count();
    timers.at(groupPauses.begin(group, pods, timers.instant()), () -> wake.run());
  }

  /** Tries the pods again at once that were left when their group was placed. */
  void groupPlaced(GroupTree.Key group) {
    groupPauses.forget(group);
    endRests();
  }

  private void endRests() {
    for (QueuedPod queued : new ArrayList<>(resting.values())) {
      if (!isResting(queued.pod())) {
        resting.remove(queued.uid());
        admit(queued);
      }
    }
  }

  private boolean isResting(Pod pod) {
    return groupOf
        .apply(pod)
        .filter(group -> groupPauses.isPausing(group, timers.instant()))
        .isPresent();
  }

  /** Tries again every unschedulable pod that {@code helped} says a change may have helped. */
  void moveIf(Predicate<QueuedPod> helped) {
    for (QueuedPod queued : new ArrayList<>(unschedulable.values())) {
      if (helped.test(queued)) {
        unschedulable.remove(queued.uid());
        requeue(queued);
      }
    }
  }

  /** Puts a pod back that was taken although it may not be tried. */
  void close(QueuedPod queued) {
    closed.put(queued.uid(), queued);
  }

  /** Looks again at every gated pod. */
  void reopenGated() {
    new ArrayList<>(closed.values()).forEach(this::reopen);
  }

  /** Looks again at a pod if it is gated. */
  void reopenGated(String uid) {
    QueuedPod queued = closed.get(uid);
    if (queued != null) {
      reopen(queued);
    }
  }

  /** Tries a pod again if it is unschedulable and {@code helped} says a change may have helped. */
  void moveIf(String uid, Predicate<QueuedPod> helped) {
    QueuedPod queued = unschedulable.get(uid);
    if (queued != null && helped.test(queued)) {
      unschedulable.remove(uid);
      requeue(queued);
    }
  }

  /** Removes and returns the next pod to try. */
  Optional<QueuedPod> poll() {
    releasePauses();
    QueuedPod first = active.pollFirst();
    if (first != null) {
      waiting.remove(first.uid());
      return Optional.of(first);
    }
    Optional<QueuedPod> early =
        pausing.values().stream()
            .filter(queued -> !queued.hadError())
            .min(Comparator.comparing(QueuedPod::backoffEnd).thenComparing(ORDER));
    early.ifPresent(queued -> pausing.remove(queued.uid()));
    return early;
  }

  /**
   * Removes the pods for which {@code wanted} holds, wherever they wait, and returns them in order.
   */
  List<QueuedPod> take(Predicate<Pod> wanted) {
    releasePauses();
    List<QueuedPod> taken = new ArrayList<>();
    for (Map<String, QueuedPod> place : List.of(waiting, pausing, unschedulable, resting)) {
      place.values().stream().filter(queued -> wanted.test(queued.pod())).forEach(taken::add);
    }
    taken.forEach(queued -> remove(queued.uid()));
    taken.sort(ORDER);
    return taken;
  }

  private void releasePauses() {
    Instant now = timers.instant();
    List<QueuedPod> due =
        pausing.values().stream()
            .filter(queued -> !queued.backoffEnd().isAfter(now))
            .sorted(Comparator.comparing(QueuedPod::backoffEnd))
            .toList();
    for (QueuedPod queued : due) {
      pausing.remove(queued.uid());
      admit(queued);
    }
    moveIf(queued -> !queued.since().plus(LONGEST_WAIT).isAfter(now));
    endRests();
  }

  private void requeue(QueuedPod queued) {
    if (queued.backoffEnd().isAfter(timers.instant())) {
      pause(queued);
    } else {
      admit(queued);
    }
  }

  private void pause(QueuedPod queued) {
    pausing.put(queued.uid(), queued);
    timers.at(queued.backoffEnd(), () -> wake.run());
  }

  private void admit(QueuedPod queued) {
    if (gated.test(queued.pod())) {
      closed.put(queued.uid(), queued);
      return;
    }
    if (isResting(queued.pod())) {
      resting.put(queued.uid(), queued);
      return;
    }
    queued.enter(timers.instant(), entered++);
    waiting.put(queued.uid(), queued);
    active.add(queued);
  }

  private void reopen(QueuedPod queued) {
    if (!gated.test(queued.pod())) {
      closed.remove(queued.uid());
      admit(queued);
    }
  }

  private @Nullable QueuedPod find(String uid) {
    for (Map<String, QueuedPod> place : List.of(waiting, pausing, unschedulable, resting, closed)) {
      QueuedPod known = place.get(uid);
      if (known != null) {
        return known;
      }
    }
    return null;
  }
}
