package io.github.dratestkit.controlplane.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How long groups that found no place wait before they are tried again: whatever happens meanwhile,
 * and longer each time. Source: {@code AddAttemptedPodGroupIfNeeded} and {@code
 * calculateBackoffDuration}, {@code pkg/scheduler/backend/queue}, 1.37.
 */
final class GroupPauses {

  private record Pause(int refusals, Instant end) {}

  private final Map<GroupTree.Key, Pause> pauses = new HashMap<>();

  /**
   * Begins a pause and returns its end.
   *
   * @param pods how many pods wait with the group; many may wait longer
   */
  Instant begin(GroupTree.Key group, int pods, Instant now) {
    Pause before = pauses.get(group);
    int refusals = before == null ? 1 : before.refusals() + 1;
    double longest = Backoff.LONGEST.toMillis() * Math.sqrt(Math.max(1, pods));
    Instant end =
        now.plus(Backoff.after(refusals, Duration.ofMillis((long) longest)))
            .plus(Backoff.HALF_A_TICK);
    pauses.put(group, new Pause(refusals, end));
    return end;
  }

  boolean isPausing(GroupTree.Key group, Instant now) {
    Pause pause = pauses.get(group);
    return pause != null && pause.end().isAfter(now);
  }

  /** Forgets a group that was placed or has gone. */
  void forget(GroupTree.Key group) {
    pauses.remove(group);
  }
}
