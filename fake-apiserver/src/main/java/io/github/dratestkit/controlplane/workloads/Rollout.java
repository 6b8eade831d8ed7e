package io.github.dratestkit.controlplane.workloads;

import static io.github.dratestkit.controlplane.workloads.DeploymentSets.available;
import static io.github.dratestkit.controlplane.workloads.DeploymentSets.count;
import static io.github.dratestkit.controlplane.workloads.DeploymentSets.wanted;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a rollout: scales the newest ReplicaSet up or the old ones down, as far as surge and
 * availability allow. Source: {@code pkg/controller/deployment/rolling.go} and {@code recreate.go},
 * 1.37.
 */
final class Rollout {

  private final SetWriter writer;
  private final Deployment deployment;
  private final DeploymentSets sets;

  Rollout(SetWriter writer, Deployment deployment, DeploymentSets sets) {
    this.writer = writer;
    this.deployment = deployment;
    this.sets = sets;
  }

  /** Returns how many pods the newest set may have, if it had {@code before}. */
  static int newestSize(Deployment deployment, DeploymentSets sets, int before) {
    int wanted = Fenceposts.wanted(deployment);
    if ("Recreate".equals(deployment.getSpec().getStrategy().getType())) {
      return wanted;
    }
    int room = wanted + Fenceposts.of(deployment).surge() - sets.sum(DeploymentSets::wanted);
    return room <= 0 ? before : before + Math.min(room, wanted - before);
  }

  /** Moves a rolling update on, and returns whether anything was scaled. */
  boolean roll(ReplicaSet newest) {
    int size = wanted(newest);
    int target =
        size > Fenceposts.wanted(deployment)
            ? Fenceposts.wanted(deployment)
            : newestSize(deployment, sets, size);
    return (size != target && writer.scale(deployment, newest, target)) || shrinkOld(newest);
  }

  /** Takes all pods from old sets, and returns whether there were any. */
  boolean stopOld() {
    boolean scaled = false;
    for (ReplicaSet old : sets.activeOld()) {
      scaled |= writer.scale(deployment, old, 0);
    }
    return scaled;
  }

  private boolean shrinkOld(ReplicaSet newest) {
    List<ReplicaSet> old = sets.activeOld();
    int least = Fenceposts.wanted(deployment) - Fenceposts.of(deployment).unavailable();
    int most = sets.sum(DeploymentSets::wanted) - least - (wanted(newest) - available(newest));
    if (old.isEmpty() || most <= 0) {
      return false;
    }
    int unhealthy = shrinkUnhealthy(old, most);
    int spare = sets.sum(DeploymentSets::available) - least;
    int healthy = 0;
    // Sets from which unhealthy pods were taken are smaller than they are known here.
    if (unhealthy == 0) {
      for (ReplicaSet set : old) {
        int less = Math.min(wanted(set), spare - healthy);
        if (less > 0) {
          writer.scale(deployment, set, wanted(set) - less);
          healthy += less;
        }
      }
    }
    return unhealthy + healthy > 0;
  }

  private int shrinkUnhealthy(List<ReplicaSet> old, int most) {
    int total = 0;
    for (ReplicaSet set : old) {
      int less = Math.min(most - total, wanted(set) - available(set));
      if (less > 0) {
        writer.scale(deployment, set, wanted(set) - less);
        total += less;
      }
    }
    return total;
  }

  /** Deletes old sets beyond the limit of the history, those of the lowest revisions first. */
  void forgetOld() {
    int limit =
        deployment.getSpec().getRevisionHistoryLimit() == null
            ? Integer.MAX_VALUE
            : deployment.getSpec().getRevisionHistoryLimit();
    List<ReplicaSet> alive =
        sets.old().stream()
            .filter(set -> set.getMetadata().getDeletionTimestamp() == null)
            .toList();
    SetRevisions.lowestFirst(alive).stream()
        .limit(Math.max(0, alive.size() - (long) limit))
        .filter(set -> wanted(set) == 0 && DeploymentSets.present(set) == 0)
        .filter(Rollout::isToldOf)
        .forEach(writer::delete);
  }

  private static boolean isToldOf(ReplicaSet set) {
    Long observed = set.getStatus() == null ? null : set.getStatus().getObservedGeneration();
    return observed != null && observed >= set.getMetadata().getGeneration();
  }

  /** Scales sets for a Deployment that wants another number of pods, each in its proportion. */
  void rescale() {
    List<ReplicaSet> active = sets.all().stream().filter(set -> wanted(set) > 0).toList();
    if (active.size() <= 1) {
      ReplicaSet one = active.isEmpty() ? newestOfAll() : active.get(0);
      if (one != null && wanted(one) != Fenceposts.wanted(deployment)) {
        writer.scale(deployment, one, Fenceposts.wanted(deployment));
      }
      return;
    }
    if (sets.current().filter(this::isSaturated).isPresent()) {
      stopOld();
    } else if (!"Recreate".equals(deployment.getSpec().getStrategy().getType())) {
      new Proportions(deployment, active)
          .sizes()
          .forEach((set, size) -> writer.scale(deployment, set, size));
    }
  }

  private @Nullable ReplicaSet newestOfAll() {
    List<ReplicaSet> all = sets.all();
    return all.isEmpty() ? null : all.get(all.size() - 1);
  }

  private boolean isSaturated(ReplicaSet newest) {
    int wanted = Fenceposts.wanted(deployment);
    return wanted(newest) == wanted
        && !SetRevisions.wasScaledForAnother(deployment, newest)
        && count(newest.getStatus().getAvailableReplicas()) == wanted;
  }
}
