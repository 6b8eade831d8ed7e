package io.github.dratestkit.controlplane.workloads;

import static io.github.dratestkit.controlplane.workloads.DeploymentSets.count;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a Deployment says, from the counts of its ReplicaSets. Source: {@code
 * pkg/controller/deployment/sync.go} and {@code progress.go}, 1.37.
 */
final class DeploymentProgress {

  private final Deployment deployment;
  private final DeploymentSets sets;
  private final Instant now;

  DeploymentProgress(Deployment deployment, DeploymentSets sets, Instant now) {
    this.deployment = deployment;
    this.sets = sets;
    this.now = now;
  }

  /** Returns the counts, and whether enough pods are available. */
  DeploymentStatus counted() {
    int present = sets.sum(DeploymentSets::present);
    int available = sets.sum(DeploymentSets::available);
    DeploymentStatus status = new DeploymentStatus();
    status.setObservedGeneration(deployment.getMetadata().getGeneration());
    status.setCollisionCount(
        deployment.getStatus() == null ? null : deployment.getStatus().getCollisionCount());
    status.setReplicas(orNull(present));
    status.setUpdatedReplicas(orNull(sets.current().map(DeploymentSets::present).orElse(0)));
    status.setReadyReplicas(orNull(sets.sum(DeploymentSets::ready)));
    status.setAvailableReplicas(orNull(available));
    status.setUnavailableReplicas(
        orNull(Math.max(0, sets.sum(DeploymentSets::wanted) - available)));
    status.setTerminatingReplicas(sets.sum(DeploymentSets::terminating));
    boolean enough =
        available >= Fenceposts.wanted(deployment) - Fenceposts.of(deployment).unavailable();
    status.setConditions(
        DeploymentConditions.with(
            conditions(),
            enough
                ? condition(
                    DeploymentConditions.AVAILABLE,
                    "True",
                    "MinimumReplicasAvailable",
                    "Deployment has minimum availability.")
                : condition(
                    DeploymentConditions.AVAILABLE,
                    "False",
                    "MinimumReplicasUnavailable",
                    "Deployment does not have minimum availability.")));
    return status;
  }

  /** Returns the counts, and how the rollout goes on. */
  DeploymentStatus rollingOut() {
    DeploymentStatus status = counted();
    List<DeploymentCondition> conditions = new ArrayList<>(status.getConditions());
    Optional<DeploymentCondition> before =
        DeploymentConditions.find(conditions, DeploymentConditions.PROGRESSING);
    if (!hasDeadline(deployment)) {
      conditions =
          new ArrayList<>(
              DeploymentConditions.without(conditions, DeploymentConditions.PROGRESSING));
    } else if (!isDone(status, before)) {
      Optional<DeploymentCondition> next = next(status, before);
      if (next.isPresent()
          && before.isPresent()
          && next.get().getReason().equals("ReplicaSetUpdated")) {
        if (before.get().getStatus().equals("True")) {
          next.get().setLastTransitionTime(before.get().getLastTransitionTime());
        }
        conditions =
            new ArrayList<>(
                DeploymentConditions.without(conditions, DeploymentConditions.PROGRESSING));
      }
      if (next.isPresent()) {
        conditions = new ArrayList<>(DeploymentConditions.with(conditions, next.get()));
      }
    }
    status.setConditions(withFailure(conditions));
    return status;
  }

  /** Says whether every pod that is wanted is of the newest template, and available. */
  boolean isComplete(DeploymentStatus status) {
    int wanted = Fenceposts.wanted(deployment);
    return count(status.getUpdatedReplicas()) == wanted
        && count(status.getReplicas()) == wanted
        && count(status.getAvailableReplicas()) == wanted
        && status.getObservedGeneration() != null
        && status.getObservedGeneration() >= deployment.getMetadata().getGeneration();
  }

  /** Returns when a rollout that does not go on has taken too long. */
  Optional<Instant> deadline() {
    return DeploymentConditions.find(conditions(), DeploymentConditions.PROGRESSING)
        .filter(condition -> hasDeadline(deployment))
        .filter(condition -> !condition.getReason().equals("NewReplicaSetAvailable"))
        .filter(condition -> !condition.getReason().equals("ProgressDeadlineExceeded"))
        .map(
            condition ->
                Instant.parse(condition.getLastUpdateTime())
                    .plus(Duration.ofSeconds(deployment.getSpec().getProgressDeadlineSeconds())));
  }

  static boolean hasDeadline(Deployment deployment) {
    Integer seconds = deployment.getSpec().getProgressDeadlineSeconds();
    return seconds != null && seconds != Integer.MAX_VALUE;
  }

  private static boolean isDone(
      DeploymentStatus status, Optional<DeploymentCondition> progressing) {
    return count(status.getReplicas()) == count(status.getUpdatedReplicas())
        && progressing
            .filter(condition -> condition.getReason().equals("NewReplicaSetAvailable"))
            .isPresent();
  }

  private Optional<DeploymentCondition> next(
      DeploymentStatus status, Optional<DeploymentCondition> before) {
    String subject =
        sets.current()
            .map(set -> "ReplicaSet \"" + set.getMetadata().getName() + "\"")
            .orElse("Deployment \"" + deployment.getMetadata().getName() + "\"");
    if (isComplete(status)) {
      return Optional.of(
          condition(
              DeploymentConditions.PROGRESSING,
              "True",
              "NewReplicaSetAvailable",
              subject + " has successfully progressed."));
    }
    if (hasMoved(status)) {
      return Optional.of(
          condition(
              DeploymentConditions.PROGRESSING,
              "True",
              "ReplicaSetUpdated",
              subject + " is progressing."));
    }
    boolean late = deadline().filter(end -> end.isBefore(now)).isPresent();
    return before.isPresent() && late
        ? Optional.of(
            condition(
                DeploymentConditions.PROGRESSING,
                "False",
                "ProgressDeadlineExceeded",
                subject + " has timed out progressing."))
        : Optional.empty();
  }

  private boolean hasMoved(DeploymentStatus status) {
    DeploymentStatus before =
        deployment.getStatus() == null ? new DeploymentStatus() : deployment.getStatus();
    return count(status.getUpdatedReplicas()) > count(before.getUpdatedReplicas())
        || old(status) < old(before)
        || count(status.getReadyReplicas()) > count(before.getReadyReplicas())
        || count(status.getAvailableReplicas()) > count(before.getAvailableReplicas());
  }

  private static int old(DeploymentStatus status) {
    return count(status.getReplicas()) - count(status.getUpdatedReplicas());
  }

  private List<DeploymentCondition> withFailure(List<DeploymentCondition> conditions) {
    Optional<ReplicaSetCondition> failure =
        sets.current()
            .flatMap(DeploymentProgress::failureOf)
            .or(() -> sets.old().stream().flatMap(set -> failureOf(set).stream()).findFirst());
    return failure
        .map(
            found ->
                DeploymentConditions.with(
                    conditions,
                    condition(
                        DeploymentConditions.FAILURE,
                        found.getStatus(),
                        found.getReason(),
                        found.getMessage())))
        .orElseGet(() -> DeploymentConditions.without(conditions, DeploymentConditions.FAILURE));
  }

  private static Optional<ReplicaSetCondition> failureOf(ReplicaSet set) {
    return set.getStatus() == null
        ? Optional.empty()
        : set.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals(DeploymentConditions.FAILURE))
            .findFirst();
  }

  private List<DeploymentCondition> conditions() {
    return deployment.getStatus() == null || deployment.getStatus().getConditions() == null
        ? List.of()
        : deployment.getStatus().getConditions();
  }

  private DeploymentCondition condition(String type, String status, String reason, String message) {
    return DeploymentConditions.of(type, status, reason, message, now);
  }

  /** Counts of zero are left out, as Go leaves them out. */
  private static @Nullable Integer orNull(int count) {
    return count == 0 ? null : count;
  }
}
