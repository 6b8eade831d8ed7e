package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kubelet without sockets: it prepares the claims of its pods, runs them, and undoes it when they
 * go. What is prepared the hardware remembers for it, as a checkpoint does.
 */
final class NodeAgent extends ReconcilingLoop<ObjectKey> {

  private final String name;
  private final Timers timers;
  private final FaultPlan plan;
  private final Hardware hardware;
  private final PodClaims podClaims;
  private final Informer<Pod> pods;
  private final Planted planted;

  NodeAgent(
      String node,
      ApiAccess access,
      Timers timers,
      FaultPlan plan,
      Hardware hardware,
      PodClaims podClaims,
      Planted planted) {
    super(nameOn(node), access, timers);
    this.name = nameOn(node);
    this.timers = timers;
    this.plan = plan;
    this.hardware = hardware;
    this.podClaims = podClaims;
    this.pods =
        inform(
            Pod.class,
            FeedOptions.byField("spec.nodeName=" + node),
            change -> queue().add(ObjectKey.of(change.object())));
    this.planted = planted;
  }

  static String nameOn(String node) {
    return "kubelet-" + node;
  }

  @Override
  protected void reconcile(ObjectKey key) {
    pods.get(key).ifPresent(this::sync);
  }

  private void sync(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      unprepare(pod);
      writes()
          .delete(
              Pod.class,
              pod.getMetadata().getNamespace(),
              pod.getMetadata().getName(),
              new DeleteOptionsBuilder()
                  .withGracePeriodSeconds(0L)
                  .withNewPreconditions()
                  .withUid(pod.getMetadata().getUid())
                  .endPreconditions()
                  .build());
    } else if (PodClaims.hasEnded(pod)) {
      unprepare(pod);
    } else if (hardware.phaseAtTheEndOf(pod).isPresent()) {
      // What was prepared is given back before anybody hears that the pod has ended.
      unprepare(pod);
      report(pod, hardware.phaseAtTheEndOf(pod).get(), "False");
    } else if (!"Running".equals(pod.getStatus().getPhase())) {
      run(pod);
    }
  }

  /** Looks again at a pod whose work may have ended. */
  void look(Pod pod) {
    queue().add(ObjectKey.of(pod));
  }

  private void run(Pod pod) {
    List<ResourceClaim> needed = new ArrayList<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      needed.add(claimOf(pod, entry));
    }
    needed.forEach(claim -> prepare(claim, pod));
    report(pod, "Running", "True");
  }

  private void report(Pod pod, String phase, String ready) {
    writes()
        .patch(
            Pod.class,
            pod.getMetadata().getNamespace(),
            pod.getMetadata().getName(),
            "status",
            new Patch.Strategic(
                """
                {"metadata":{"uid":"%s"},"status":{"phase":"%s",
                 "conditions":[{"type":"Ready","status":"%s","lastTransitionTime":"%s"}]}}
                """
                    .formatted(
                        pod.getMetadata().getUid(),
                        phase,
                        ready,
                        timers.instant().truncatedTo(ChronoUnit.SECONDS))));
  }

  private ResourceClaim claimOf(Pod pod, PodResourceClaim entry) {
    ClaimName claimName = PodClaims.nameOf(pod, entry);
    String claim =
        claimName instanceof ClaimName.Direct direct
            ? direct.name()
            : claimName instanceof ClaimName.Generated generated ? generated.name() : "";
    return Optional.of(claim)
        .filter(known -> !known.isEmpty())
        .flatMap(
            known -> writes().get(ResourceClaim.class, pod.getMetadata().getNamespace(), known))
        .filter(PodClaims::isAllocated)
        .filter(known -> podClaims.isReservedFor(pod, known))
        .orElseThrow(() -> new ApiException(0, "", "claim " + claim + " is not ready"));
  }

  private void prepare(ResourceClaim claim, Pod pod) {
    Runnable call = () -> hardware.prepare(claim, pod);
    planted.prepares(call);
    call("NodePrepareResources", call);
  }

  private void unprepare(Pod pod) {
    if (hardware.serves(pod)) {
      call("NodeUnprepareResources", () -> hardware.unprepare(pod));
      planted.hasUnprepared();
    }
  }

  private void call(String call, Runnable driver) {
    Optional<Injected> fault = plan.decide(name, call, NodeAgent::fitsDriver);
    if (fault.isEmpty()) {
      driver.run();
      return;
    }
    if (fault.get() == Injected.DIES_AFTER || fault.get() == Injected.TIMEOUT_DONE) {
      driver.run();
    }
    if (fault.get() == Injected.DIES_AFTER || fault.get() == Injected.DIES_BEFORE) {
      throw new LoopDied(name);
    }
    throw new ApiException(0, "", "the driver does not answer");
  }

  private static boolean fitsDriver(Injected fault) {
    return switch (fault) {
      case DIES_BEFORE, DIES_AFTER, INTERNAL_ERROR, TIMEOUT_DONE -> true;
      default -> false;
    };
  }
}
