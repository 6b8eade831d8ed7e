package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import org.jspecify.annotations.Nullable;

/**
 * How far a rollout of a Deployment may go beyond what is wanted, and how far below ({@code
 * ResolveFenceposts}, {@code pkg/controller/deployment/util}, 1.37).
 *
 * @param surge pods that may be there beyond those wanted
 * @param unavailable pods that may be missing
 */
record Fenceposts(int surge, int unavailable) {

  static Fenceposts of(Deployment deployment) {
    RollingUpdateDeployment rolling =
        deployment.getSpec().getStrategy() == null
            ? null
            : deployment.getSpec().getStrategy().getRollingUpdate();
    int wanted = wanted(deployment);
    if (rolling == null || wanted == 0) {
      return new Fenceposts(0, 0);
    }
    int surge = part(rolling.getMaxSurge(), wanted, 99);
    int unavailable = part(rolling.getMaxUnavailable(), wanted, 0);
    // A rollout in which nothing may surge and nothing may be missing could not begin.
    return surge == 0 && unavailable == 0
        ? new Fenceposts(0, 1)
        : new Fenceposts(surge, Math.min(unavailable, wanted));
  }

  /** Returns how many pods a Deployment wants. */
  static int wanted(Deployment deployment) {
    return deployment.getSpec().getReplicas() == null ? 1 : deployment.getSpec().getReplicas();
  }

  /** Returns a number, or a percentage of {@code whole}, rounded up if {@code roundUp} is 99. */
  static int part(@Nullable IntOrString value, int whole, int roundUp) {
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
}
