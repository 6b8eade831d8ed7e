package io.github.dratestkit.controlplane.workloads;

import static io.github.dratestkit.controlplane.workloads.DeploymentSets.wanted;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of ReplicaSets when their Deployment is scaled in the middle of a rollout: each grows
 * or shrinks in its proportion, the largest takes what is left over. Source: {@code
 * pkg/controller/deployment/sync.go}, {@code scale}, 1.37.
 */
final class Proportions {

  private static final Comparator<ReplicaSet> BY_AGE =
      Comparator.comparing(set -> set.getMetadata().getCreationTimestamp());

  private final Deployment deployment;
  private final List<ReplicaSet> active;
  private final int missing;

  Proportions(Deployment deployment, List<ReplicaSet> active) {
    int wanted = Fenceposts.wanted(deployment);
    int allowed = wanted > 0 ? wanted + Fenceposts.of(deployment).surge() : 0;
    this.deployment = deployment;
    this.missing = allowed - active.stream().mapToInt(DeploymentSets::wanted).sum();
    this.active = new ArrayList<>(active);
    // When they grow the younger one of two of a size comes first, when they shrink the older one.
    this.active.sort(
        Comparator.comparing(DeploymentSets::wanted, Comparator.reverseOrder())
            .thenComparing(missing > 0 ? BY_AGE.reversed() : BY_AGE));
  }

  Map<ReplicaSet, Integer> sizes() {
    Map<ReplicaSet, Integer> sizes = new LinkedHashMap<>();
    int added = 0;
    for (ReplicaSet set : active) {
      int more = missing == added ? 0 : share(set, missing - added);
      sizes.put(set, wanted(set) + more);
      added += more;
    }
    int left = missing - added;
    sizes.computeIfPresent(active.get(0), (set, size) -> Math.max(0, size + left));
    return sizes;
  }

  private int share(ReplicaSet set, int allowed) {
    int fraction = fraction(set);
    return missing > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
  }

  private int fraction(ReplicaSet set) {
    int wanted = Fenceposts.wanted(deployment);
    if (wanted == 0) {
      return -wanted(set);
    }
    Long before = SetRevisions.mostBefore(set);
    long base =
        before == null || before == 0
            ? DeploymentSets.count(deployment.getStatus().getReplicas())
            : before;
    if (base == 0) {
      return 0;
    }
    long most = wanted + (long) Fenceposts.of(deployment).surge();
    return (int) Math.round((double) wanted(set) * most / base) - wanted(set);
  }
}
