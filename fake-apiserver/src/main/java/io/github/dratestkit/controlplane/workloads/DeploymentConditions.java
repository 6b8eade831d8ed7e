package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the conditions of a Deployment say: whether enough pods are available and whether the newest
 * ReplicaSet has come up. {@code kubectl wait} and {@code helm --wait} wait for them
 * (pkg/controller/deployment, 1.37).
 */
final class DeploymentConditions {

  private static final String TRUE = "True";
  private static final String FALSE = "False";

  private DeploymentConditions() {}

  /**
   * Returns the conditions that go with the counts of {@code status}.
   *
   * @param deployment as it is now, with the conditions of before
   * @param newest the name of the ReplicaSet of the current template
   */
  static List<DeploymentCondition> of(
      Deployment deployment, DeploymentStatus status, String newest, Instant now) {
    int wanted = count(deployment.getSpec().getReplicas());
    boolean available = status.getAvailableReplicas() >= wanted - maxUnavailable(deployment);
    boolean complete =
        status.getUpdatedReplicas() == wanted
            && status.getReplicas() == wanted
            && status.getAvailableReplicas() == wanted;
    List<DeploymentCondition> conditions = new ArrayList<>();
    conditions.add(
        available
            ? condition(
                "Available",
                TRUE,
                "MinimumReplicasAvailable",
                "Deployment has minimum availability.")
            : condition(
                "Available",
                FALSE,
                "MinimumReplicasUnavailable",
                "Deployment does not have minimum availability."));
    conditions.add(
        complete
            ? condition(
                "Progressing",
                TRUE,
                "NewReplicaSetAvailable",
                "ReplicaSet \"%s\" has successfully progressed.".formatted(newest))
            : condition(
                "Progressing",
                TRUE,
                "ReplicaSetUpdated",
                "ReplicaSet \"%s\" is progressing.".formatted(newest)));
    conditions.replaceAll(next -> since(before(deployment, next.getType()), next, now));
    return conditions;
  }

  // Nothing new keeps the old one with its times; a new reason keeps the time of the transition.
  private static DeploymentCondition since(
      Optional<DeploymentCondition> before, DeploymentCondition next, Instant now) {
    boolean sameStatus = before.filter(old -> old.getStatus().equals(next.getStatus())).isPresent();
    if (sameStatus && before.get().getReason().equals(next.getReason())) {
      return before.get();
    }
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    next.setLastUpdateTime(time);
    next.setLastTransitionTime(sameStatus ? before.get().getLastTransitionTime() : time);
    return next;
  }

  private static Optional<DeploymentCondition> before(Deployment deployment, String type) {
    DeploymentStatus status = deployment.getStatus();
    return status == null || status.getConditions() == null
        ? Optional.empty()
        : status.getConditions().stream().filter(old -> old.getType().equals(type)).findFirst();
  }

  private static int maxUnavailable(Deployment deployment) {
    RollingUpdateDeployment rolling =
        deployment.getSpec().getStrategy() == null
            ? null
            : deployment.getSpec().getStrategy().getRollingUpdate();
    int wanted = count(deployment.getSpec().getReplicas());
    if (rolling == null || wanted == 0) {
      return 0;
    }
    int surge = part(rolling.getMaxSurge(), wanted, 99);
    int unavailable = part(rolling.getMaxUnavailable(), wanted, 0);
    // A rollout in which nothing may surge and nothing may be missing could not begin.
    return surge == 0 && unavailable == 0 ? 1 : Math.min(unavailable, wanted);
  }

  private static int part(@Nullable IntOrString value, int whole, int roundUp) {
    if (value == null) {
      return 0;
    }
    if (value.getIntVal() != null) {
      return value.getIntVal();
    }
    String percent = value.getStrVal();
    int number = Integer.parseInt(percent.substring(0, percent.length() - 1));
    return (whole * number + roundUp) / 100;
  }

  private static DeploymentCondition condition(
      String type, String status, String reason, String message) {
    DeploymentCondition condition = new DeploymentCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    condition.setMessage(message);
    return condition;
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 1 : number;
  }
}
