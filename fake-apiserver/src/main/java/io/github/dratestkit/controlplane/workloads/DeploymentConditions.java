package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of a Deployment. {@code kubectl wait} and {@code helm --wait} wait for them. A
 * condition that is set goes to the end of the list, unless it says nothing new ({@code
 * pkg/controller/deployment/util}, 1.37).
 */
final class DeploymentConditions {

  static final String AVAILABLE = "Available";
  static final String PROGRESSING = "Progressing";
  static final String FAILURE = "ReplicaFailure";

  private DeploymentConditions() {}

  static DeploymentCondition of(
      String type, String status, String reason, String message, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    DeploymentCondition condition = new DeploymentCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    condition.setMessage(message);
    condition.setLastUpdateTime(time);
    condition.setLastTransitionTime(time);
    return condition;
  }

  static Optional<DeploymentCondition> find(List<DeploymentCondition> conditions, String type) {
    return conditions.stream().filter(condition -> condition.getType().equals(type)).findFirst();
  }

  static List<DeploymentCondition> without(List<DeploymentCondition> conditions, String type) {
    return conditions.stream().filter(condition -> !condition.getType().equals(type)).toList();
  }

  /** Returns the conditions with one that is set; the time of its transition is kept if need be. */
  static List<DeploymentCondition> with(
      List<DeploymentCondition> conditions, DeploymentCondition next) {
    Optional<DeploymentCondition> before = find(conditions, next.getType());
    boolean sameStatus =
        before.filter(known -> known.getStatus().equals(next.getStatus())).isPresent();
    if (sameStatus && before.get().getReason().equals(next.getReason())) {
      return conditions;
    }
    if (sameStatus) {
      next.setLastTransitionTime(before.get().getLastTransitionTime());
    }
    List<DeploymentCondition> all = new ArrayList<>(without(conditions, next.getType()));
    all.add(next);
    return all;
  }
}
