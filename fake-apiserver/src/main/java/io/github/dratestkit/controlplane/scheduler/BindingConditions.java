package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whether the devices of a claim are ready for a pod to be bound. A device that lists conditions is
 * ready when its status has all of them true and no failure condition (semantics §7.6).
 */
final class BindingConditions {

  /** How long a claim may stay unready after its allocation (upstream's default bindingTimeout). */
  static final Duration TIMEOUT = Duration.ofSeconds(600);

  /** How the devices of a claim stand. */
  sealed interface Readiness {
    record Ready() implements Readiness {}

    record Waiting() implements Readiness {}

    record Broken(String message) implements Readiness {}
  }

  private BindingConditions() {}

  static Readiness of(ResourceClaim claim) {
    if (!PodClaims.isAllocated(claim)) {
      return new Readiness.Waiting();
    }
    for (DeviceRequestAllocationResult result : results(claim)) {
      if (result.getBindingConditions().isEmpty()) {
        continue;
      }
      Optional<AllocatedDeviceStatus> status = statusOf(claim, result);
      if (status.isEmpty()) {
        return new Readiness.Waiting();
      }
      Optional<Condition> failure = firstTrue(status.get(), result.getBindingFailureConditions());
      if (failure.isPresent()) {
        return new Readiness.Broken(failed(claim, failure.get()));
      }
      if (!allTrue(status.get(), result.getBindingConditions())) {
        return new Readiness.Waiting();
      }
    }
    return new Readiness.Ready();
  }

  /** Says whether any device of the claim has conditions at all. */
  static boolean any(ResourceClaim claim) {
    return PodClaims.isAllocated(claim)
        && results(claim).stream().anyMatch(result -> !result.getBindingConditions().isEmpty());
  }

  /** Says whether the claim has been allocated for too long to wait on for its conditions. */
  static boolean isOverdue(ResourceClaim claim, Instant now) {
    if (!any(claim) || claim.getStatus().getAllocation().getAllocationTimestamp() == null) {
      return false;
    }
    Instant allocated = Instant.parse(claim.getStatus().getAllocation().getAllocationTimestamp());
    return allocated.plus(TIMEOUT).isBefore(now);
  }

  private static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return claim.getStatus().getAllocation().getDevices() == null
        ? List.of()
        : claim.getStatus().getAllocation().getDevices().getResults();
  }

  private static Optional<AllocatedDeviceStatus> statusOf(
      ResourceClaim claim, DeviceRequestAllocationResult result) {
    return claim.getStatus().getDevices().stream()
        .filter(
            status ->
                status.getDevice().equals(result.getDevice())
                    && status.getDriver().equals(result.getDriver())
                    && status.getPool().equals(result.getPool()))
        .findFirst();
  }

  private static Optional<Condition> firstTrue(AllocatedDeviceStatus status, List<String> types) {
    return types.stream()
        .flatMap(
            type ->
                status.getConditions().stream()
                    .filter(condition -> condition.getType().equals(type))
                    .limit(1))
        .filter(condition -> "True".equals(condition.getStatus()))
        .findFirst();
  }

  private static boolean allTrue(AllocatedDeviceStatus status, List<String> types) {
    return types.stream().allMatch(type -> firstTrue(status, List.of(type)).isPresent());
  }

  private static String failed(ResourceClaim claim, Condition condition) {
    return "device binding failed: claim=%s, reason=%s, message=\"%s\""
        .formatted(claim.getMetadata().getName(), condition.getReason(), condition.getMessage());
  }
}
