package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pod groups and their pods, as far as these have not ended. */
final class PodGroups {

  private final Informer<PodGroup> groups;
  private final Index<Pod, ObjectKey> members = new Index<>(PodGroups::keyOf);

  PodGroups(Informer<PodGroup> groups) {
    this.groups = groups;
  }

  /** Takes in a change of any pod. */
  void apply(Change<Pod> change) {
    members.apply(change);
  }

  Optional<PodGroup> of(Pod pod) {
    String name = PodClaims.groupNameOf(pod);
    return name == null ? Optional.empty() : groups.get(pod.getMetadata().getNamespace(), name);
  }

  /**
   * What may only be driven out as a whole.
   *
   * @param contains says whether a pod belongs to it
   */
  record Whole(ObjectKey key, Victim.Rank rank, Predicate<Pod> contains) {}

  /** Returns the group that a pod can only be driven out with, if there is one. */
  Optional<Whole> wholeOf(Pod pod) {
    return of(pod)
        .filter(
            group ->
                group.getSpec().getDisruptionMode() != null
                    && group.getSpec().getDisruptionMode().getAll() != null)
        .map(
            group ->
                new Whole(
                    ObjectKey.of(group),
                    Victim.Rank.GROUP,
                    other -> keyOf(other).contains(ObjectKey.of(group))));
  }

  /** Returns how important a pod is as one of its group, or by itself if it has none. */
  int priorityOf(Pod pod) {
    return of(pod).map(PodGroups::priority).orElseGet(() -> Nominations.priority(pod));
  }

  static int priority(PodGroup group) {
    return group.getSpec().getPriority() == null ? 0 : group.getSpec().getPriority();
  }

  static @Nullable String nameOf(Pod pod) {
    return PodClaims.groupNameOf(pod);
  }

  Collection<Pod> membersOf(PodGroup group) {
    return members.under(ObjectKey.of(group));
  }

  /** Says whether a pod may be tried: its group exists and has as many pods as it must have. */
  boolean isComplete(Pod pod) {
    return PodClaims.groupNameOf(pod) == null
        || of(pod).filter(group -> membersOf(group).size() >= requiredPods(group)).isPresent();
  }

  void assume(PodGroup written) {
    groups.assume(written);
  }

  /** Returns how many pods must be placed together; one where the group is no gang. */
  static int minCount(PodGroup group) {
    return isGang(group) ? group.getSpec().getSchedulingPolicy().getGang().getMinCount() : 1;
  }

  private static int requiredPods(PodGroup group) {
    return isGang(group) ? minCount(group) : 0;
  }

  private static boolean isGang(PodGroup group) {
    return group.getSpec().getSchedulingPolicy() != null
        && group.getSpec().getSchedulingPolicy().getGang() != null;
  }

  private static Set<ObjectKey> keyOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null || PodClaims.hasEnded(pod)
        ? Set.of()
        : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }
}
