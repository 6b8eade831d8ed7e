package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The devices of all nodes and what they are prepared for. It outlives every loop, as hardware
 * does, and it knows when a driver is asked for what must not be.
 */
final class Hardware {

  private record Prepared(Set<String> devices, Set<String> pods) {}

  private final Writes truth;
  private final Map<String, String> phases = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<String, Prepared> byClaim = new LinkedHashMap<>();

  /** Creates hardware that looks at the API itself to see what is true. */
  Hardware(Writes truth) {
    this.truth = truth;
  }

  /** Lets the work of a pod end, in a phase that its kubelet is to report. */
  void endWork(Pod pod, String phase) {
    phases.put(pod.getMetadata().getUid(), phase);
  }

  /** Returns the phase in which the work of a pod has ended. */
  Optional<String> phaseAtTheEndOf(Pod pod) {
    return Optional.ofNullable(phases.get(pod.getMetadata().getUid()));
  }

  /** Makes the devices of a claim ready for a pod. */
  void prepare(ResourceClaim claim, Pod pod) {
    String uid = claim.getMetadata().getUid();
    if (ended.contains(pod.getMetadata().getUid())) {
      throw new Violation(
          "prepare after unprepare",
          "%s is prepared for pod %s, which has ended"
              .formatted(describe(claim), pod.getMetadata().getName()));
    }
    ResourceClaim now =
        truth
            .get(
                ResourceClaim.class,
                claim.getMetadata().getNamespace(),
                claim.getMetadata().getName())
            .filter(known -> known.getMetadata().getUid().equals(uid))
            .filter(PodClaims::isAllocated)
            .orElseThrow(
                () ->
                    new Violation(
                        "prepare after unprepare", describe(claim) + " has no devices any more"));
    Set<String> devices = devicesOf(now);
    if (!devices.equals(devicesOf(claim))) {
      throw new Violation("prepare after unprepare", describe(claim) + " has other devices now");
    }
    byClaim.forEach(
        (other, prepared) ->
            prepared.devices().stream()
                .filter(device -> !other.equals(uid) && devices.contains(device))
                .findFirst()
                .ifPresent(
                    device -> {
                      throw new Violation(
                          "double preparation",
                          device + " is prepared for another claim than " + describe(claim));
                    }));
    byClaim
        .computeIfAbsent(uid, key -> new Prepared(devices, new LinkedHashSet<>()))
        .pods()
        .add(pod.getMetadata().getUid());
  }

  /** Undoes every preparation for a pod, which must not be prepared for again. */
  void unprepare(Pod pod) {
    ended.add(pod.getMetadata().getUid());
    byClaim.values().forEach(prepared -> prepared.pods().remove(pod.getMetadata().getUid()));
    byClaim.values().removeIf(prepared -> prepared.pods().isEmpty());
  }

  /** Says whether the pod is known to the hardware. */
  boolean serves(Pod pod) {
    return byClaim.values().stream()
        .anyMatch(prepared -> prepared.pods().contains(pod.getMetadata().getUid()));
  }

  boolean isIdle() {
    return byClaim.isEmpty();
  }

  @Override
  public String toString() {
    return byClaim.toString();
  }

  /** Shares of a device are prepared side by side, so they do not count here. */
  private static Set<String> devicesOf(ResourceClaim claim) {
    Set<String> devices = new LinkedHashSet<>();
    for (DeviceRequestAllocationResult result :
        claim.getStatus().getAllocation().getDevices().getResults()) {
      if (result.getShareID() == null) {
        devices.add(result.getPool() + "/" + result.getDevice());
      }
    }
    return devices;
  }

  private static String describe(ResourceClaim claim) {
    return "claim " + claim.getMetadata().getName();
  }
}
