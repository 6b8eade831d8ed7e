package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The ReplicaSets of a Deployment.
 *
 * @param current the one of its template, if it was made
 * @param old all others, the oldest first
 */
record DeploymentSets(Optional<ReplicaSet> current, List<ReplicaSet> old) {

  private static final String HASH = "pod-template-hash";

  private static final Comparator<ReplicaSet> OLDEST_FIRST =
      Comparator.comparing((ReplicaSet set) -> set.getMetadata().getCreationTimestamp())
          .thenComparing(set -> set.getMetadata().getName());

  /** Sorts the sets that a Deployment manages. */
  static DeploymentSets of(Deployment deployment, List<ReplicaSet> managed) {
    List<ReplicaSet> sets = managed.stream().sorted(OLDEST_FIRST).toList();
    Optional<ReplicaSet> current =
        sets.stream().filter(set -> hasTemplateOf(deployment, set)).findFirst();
    return new DeploymentSets(
        current, sets.stream().filter(set -> current.filter(set::equals).isEmpty()).toList());
  }

  /** Returns the same sets with another one for the template. */
  DeploymentSets with(ReplicaSet newest) {
    return new DeploymentSets(Optional.of(newest), old);
  }

  /** Returns all sets, the current one last. */
  List<ReplicaSet> all() {
    List<ReplicaSet> all = new ArrayList<>(old);
    current.ifPresent(all::add);
    return all;
  }

  /** Returns the old sets that want pods. */
  List<ReplicaSet> activeOld() {
    return old.stream().filter(set -> wanted(set) > 0).toList();
  }

  /** Sums up something over all sets. */
  int sum(ToIntFunction<ReplicaSet> number) {
    return all().stream().mapToInt(number).sum();
  }

  static int wanted(ReplicaSet set) {
    return set.getSpec().getReplicas() == null ? 1 : set.getSpec().getReplicas();
  }

  static int present(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getReplicas());
  }

  static int ready(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getReadyReplicas());
  }

  static int available(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getAvailableReplicas());
  }

  static int terminating(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getTerminatingReplicas());
  }

  static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  private static boolean hasTemplateOf(Deployment deployment, ReplicaSet set) {
    return Templates.equalExcept(
        HASH, deployment.getSpec().getTemplate(), set.getSpec().getTemplate());
  }
}
