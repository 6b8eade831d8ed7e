package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When the users of an allocated claim have to go. Only tolerations whose effect is exactly
 * NoExecute count, and only as they are stored in the allocation (semantics §9.2).
 */
final class EvictionTimes {

  private static final String NO_EXECUTE = "NoExecute";

  private EvictionTimes() {}

  static List<DeviceTaint> evicting(List<DeviceTaint> taints) {
    return taints.stream().filter(taint -> NO_EXECUTE.equals(taint.getEffect())).toList();
  }

  /**
   * Returns when the users of a claim have to go, if ever.
   *
   * @param evictingRules rules whose effect is NoExecute
   */
  static Optional<Eviction> of(
      ResourceClaim claim,
      Map<TaintedPool.Id, TaintedPool> pools,
      Collection<DeviceTaintRule> evictingRules) {
    if (!PodClaims.isAllocated(claim)) {
      return Optional.empty();
    }
    Optional<Eviction> earliest = Optional.empty();
    for (DeviceRequestAllocationResult result : resultsOf(claim)) {
      TaintedPool pool = pools.get(new TaintedPool.Id(result.getDriver(), result.getPool()));
      List<DeviceTaint> own = pool == null ? List.of() : pool.evictingTaintsOf(result.getDevice());
      for (DeviceTaint taint : own) {
        earliest = join(earliest, eviction(result, taint, Set.of()));
      }
      for (DeviceTaintRule rule : evictingRules) {
        if (selects(rule, result)) {
          Set<String> reason = Set.of(rule.getMetadata().getUid());
          earliest = join(earliest, eviction(result, rule.getSpec().getTaint(), reason));
        }
      }
    }
    return earliest;
  }

  static List<DeviceRequestAllocationResult> resultsOf(ResourceClaim claim) {
    return PodClaims.isAllocated(claim) && claim.getStatus().getAllocation().getDevices() != null
        ? claim.getStatus().getAllocation().getDevices().getResults()
        : List.of();
  }

  static boolean selects(DeviceTaintRule rule, DeviceRequestAllocationResult result) {
    return RuleSelection.selects(rule, result.getDriver(), result.getPool(), result.getDevice());
  }

  private static Optional<Eviction> eviction(
      DeviceRequestAllocationResult result, DeviceTaint taint, Set<String> rules) {
    if (taint.getTimeAdded() == null) {
      return Optional.empty();
    }
    Instant added = Instant.parse(taint.getTimeAdded());
    long shortest = Long.MAX_VALUE;
    for (DeviceToleration toleration : result.getTolerations()) {
      if (!tolerates(toleration, taint)) {
        continue;
      }
      if (toleration.getTolerationSeconds() == null) {
        return Optional.empty();
      }
      shortest = Math.min(shortest, Math.max(0, toleration.getTolerationSeconds()));
    }
    return Optional.of(
        new Eviction(shortest == Long.MAX_VALUE ? added : added.plusSeconds(shortest), rules));
  }

  private static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
    if (!NO_EXECUTE.equals(toleration.getEffect())) {
      return false;
    }
    if (!text(toleration.getKey()).isEmpty() && !toleration.getKey().equals(taint.getKey())) {
      return false;
    }
    String operator = text(toleration.getOperator());
    if (operator.isEmpty() || operator.equals("Equal")) {
      return text(toleration.getValue()).equals(text(taint.getValue()));
    }
    return operator.equals("Exists");
  }

  private static Optional<Eviction> join(Optional<Eviction> left, Optional<Eviction> right) {
    return left.isEmpty() || right.isEmpty()
        ? left.or(() -> right)
        : Optional.of(left.get().and(right.get()));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
