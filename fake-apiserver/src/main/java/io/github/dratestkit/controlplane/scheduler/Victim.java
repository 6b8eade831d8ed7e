package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;

/**
 * What may be driven out as one: a pod, or all placed pods of a group that may only go as a whole.
 * Source: {@code pkg/scheduler/framework/preemption/types.go}, 1.37.
 *
 * @param priority the pod's own, or that of its outermost group
 * @param rank what counts for more among equally important ones
 * @param start when the first of the pods has started, as RFC 3339 in UTC; pods that have not
 *     started count as the youngest
 */
record Victim(List<Member> members, int priority, Rank rank, String start) {

  /** A pod and the node it is on. */
  record Member(NodeInfo.Placed placed, String node) {
    Pod pod() {
      return placed.pod();
    }
  }

  /** Pods count for less than groups, and those for less than groups of groups. */
  enum Rank {
    POD,
    GROUP,
    COMPOSITE
  }

  private static final String NOT_STARTED = "9999";

  /** The most important first. */
  static final Comparator<Victim> IMPORTANCE =
      Comparator.comparingInt(Victim::priority)
          .thenComparing(Victim::rank)
          .thenComparingInt(victim -> victim.members().size())
          .reversed()
          .thenComparing(Victim::start);

  static Victim of(List<Member> members, int priority, Rank rank) {
    String start =
        members.stream()
            .map(member -> startOf(member.pod()))
            .min(Comparator.naturalOrder())
            .orElse(NOT_STARTED);
    return new Victim(List.copyOf(members), priority, rank, start);
  }

  /** Returns when a pod has started. */
  static String startOf(Pod pod) {
    String start = pod.getStatus() == null ? null : pod.getStatus().getStartTime();
    return start == null ? NOT_STARTED : start;
  }
}
