package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupResourceClaim;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.scheduler.BindingConditions.Readiness;
import io.github.dratestkit.controlplane.scheduler.DynamicResources.Preparation;
import io.github.dratestkit.controlplane.scheduler.PodReports.Reason;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way of one pod from the queue to its node: look at its claims, find a node, hold the devices,
 * write, wait for devices that must be made ready, bind; and whatever has to happen when it ends
 * before that.
 */
final class PodScheduling {

  private static final Duration POLL = Duration.ofSeconds(5);

  private record Waiting(Attempt attempt, Instant nextLook, Instant deadline) {}

  private final Writes writes;
  private final Timers timers;
  private final Cluster cluster;
  private final SchedulingQueue queue;
  private final DynamicResources resources;
  private final DeviceWorld devices;
  private final NodeSearch search;
  private final Preemption preemption;
  private final Nominations nominations = new Nominations();
  private final PodClaims podClaims;
  private final ClaimWriter claimWriter;
  private final ExtendedClaimWriter extendedClaims;
  private final Binder binder;
  private final PodReports reports;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private Runnable wake = () -> {};

  PodScheduling(
      Writes writes,
      FeatureSet features,
      Timers timers,
      Cluster cluster,
      SchedulingQueue queue,
      DeviceWorld devices,
      DynamicResources resources,
      List<NodeFilter> filters,
      long seed) {
    this.writes = writes;
    this.timers = timers;
    this.cluster = cluster;
    this.queue = queue;
    this.devices = devices;
    this.resources = resources;
    this.search = new NodeSearch(filters, nominations, seed);
    this.preemption = new Preemption(search, cluster, nominations);
    this.podClaims = PodClaims.of(features);
    this.claimWriter = new ClaimWriter(writes, devices, timers, resources.watchesConditions());
    this.extendedClaims = new ExtendedClaimWriter(writes, claimWriter);
    this.binder = new Binder(writes, devices, podClaims, claimWriter, extendedClaims);
    this.reports = new PodReports(writes, features, timers);
  }

  void onReady(Runnable newWake) {
    wake = newWake;
  }

  /** Tries to find a node for a pod and to bind it there. */
  void attempt(QueuedPod queued) {
    Pod pod = queued.pod();
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      reports.skipped(pod);
      return;
    }
    if (cluster.isAssumed(pod)) {
      return;
    }
    devices.resolveDoubts(writes);
    PodDemand demand = PodDemand.of(pod);
    Selection selection = select(pod, demand, null, Set.of(), cluster.nodes());
    if (selection instanceof Selection.Chosen chosen) {
      Attempt attempt = new Attempt(queued, chosen.node().name(), chosen.claims());
      hold(attempt, demand);
      finish(attempt);
    } else if (selection instanceof Selection.NoFit noFit) {
      noFit(queued, demand, noFit);
    } else if (selection instanceof Selection.Failed failed) {
      failed(queued, failed.message(), failed.claims());
    } else {
      queue.failed(queued, Set.of());
      reports.failed(
          pod, Reason.UNSCHEDULABLE, "no nodes available to schedule pods", "", ClaimCycle.none());
    }
  }

  /** Goes on with one pod that waits for its devices, if it is time to look at one. */
  boolean continueOne() {
    Instant now = timers.instant();
    Optional<Waiting> due =
        waiting.values().stream().filter(entry -> !entry.nextLook().isAfter(now)).findFirst();
    due.ifPresent(
        entry -> {
          waiting.remove(entry.attempt().queued().uid());
          lookAtDevices(entry.attempt(), entry.deadline());
        });
    return due.isPresent();
  }

  /** Takes in that a pod is placed, by us or by others. */
  void placed(Pod pod) {
    nominations.remove(pod.getMetadata().getUid());
  }

  /** Takes in that a pod has gone before it was placed. */
  void abandon(Pod pod) {
    String uid = pod.getMetadata().getUid();
    nominations.remove(uid);
    Waiting entry = waiting.remove(uid);
    if (entry != null) {
      binder.unreserve(entry.attempt());
    }
    cluster.forget(pod);
  }

  /**
   * Looks for a node and devices for a pod.
   *
   * @param group the pod's group where groups hold claims, else null
   * @param shareable uids of claims that were promised to earlier pods of the same gang
   * @param nodes the nodes that may be chosen
   */
  Selection select(
      Pod pod,
      PodDemand demand,
      @Nullable PodGroup group,
      Set<String> shareable,
      List<NodeInfo> nodes) {
    if (nodes.isEmpty()) {
      return new Selection.NoNodes();
    }
    Preparation preparation = resources.prepare(pod, demand, group, shareable);
    if (preparation instanceof Preparation.Prepared prepared) {
      return search.select(pod, demand, prepared.cycle(), nodes);
    }
    Verdict verdict = ((Preparation.Refused) preparation).verdict();
    if (verdict instanceof Verdict.Failed failed) {
      return new Selection.Failed(failed.message(), ClaimCycle.none());
    }
    return new Selection.NoFit(
        Diagnosis.everywhere(nodes.size(), (Rejected) verdict), ClaimCycle.none());
  }

  /** Counts the pod on its node and holds its devices, in memory only. */
  void hold(Attempt attempt, PodDemand demand) {
    attempt.claims().choose(attempt.node());
    cluster.assume(attempt.pod(), attempt.node(), demand);
    binder.reserve(attempt);
  }

  /** Takes back what {@link #hold} did. */
  void letGo(Attempt attempt) {
    binder.settle(attempt);
    cluster.forget(attempt.pod());
  }

  /** Writes the claims of a pod that is held, and binds it as soon as its devices are ready. */
  void finish(Attempt attempt) {
    try {
      binder.writeClaims(attempt);
    } catch (BindingException refused) {
      undo(attempt, String.valueOf(refused.getMessage()));
      return;
    }
    boolean mustWait =
        resources.watchesConditions()
            && attempt.claims().written().anyMatch(BindingConditions::any);
    if (!mustWait) {
      bind(attempt);
      return;
    }
    reports.waitsForDevices(attempt);
    lookAtDevices(attempt, timers.instant().plus(BindingConditions.TIMEOUT));
  }

  private void lookAtDevices(Attempt attempt, Instant deadline) {
    try {
      binder.refresh(attempt);
    } catch (BindingException gone) {
      undo(attempt, preBind(String.valueOf(gone.getMessage())));
      return;
    }
    Instant now = timers.instant();
    for (ResourceClaim claim : attempt.claims().written().toList()) {
      Readiness readiness = BindingConditions.of(claim);
      if (readiness instanceof Readiness.Broken broken) {
        undo(attempt, preBind(broken.message()));
        return;
      }
      if (readiness instanceof Readiness.Waiting) {
        if (BindingConditions.isOverdue(claim, now)) {
          undo(attempt, preBind("device binding timeout: claim=" + claim.getMetadata().getName()));
        } else if (!deadline.isAfter(now)) {
          undo(attempt, preBind("device binding timeout: context deadline exceeded"));
        } else {
          wait(attempt, deadline, now);
        }
        return;
      }
    }
    bind(attempt);
  }

  private void wait(Attempt attempt, Instant deadline, Instant now) {
    Instant nextLook = now.plus(POLL).isBefore(deadline) ? now.plus(POLL) : deadline;
    waiting.put(attempt.queued().uid(), new Waiting(attempt, nextLook, deadline));
    timers.at(nextLook, () -> wake.run());
  }

  private void bind(Attempt attempt) {
    binder.settle(attempt);
    try {
      binder.bind(attempt);
    } catch (BindingException refused) {
      if (refused.isInDoubt()) {
        retry(attempt, String.valueOf(refused.getMessage()));
      } else {
        undo(attempt, String.valueOf(refused.getMessage()));
      }
      return;
    }
    nominations.remove(attempt.queued().uid());
    reports.bound(attempt);
  }

  private void undo(Attempt attempt, String message) {
    binder.unreserve(attempt);
    retry(attempt, message);
  }

  /** Ends an attempt whose reservations stay, for the pod may be on its node. */
  private void retry(Attempt attempt, String message) {
    cluster.forget(attempt.pod());
    queue.moveIf(Hints::podLeft);
    failed(attempt.queued(), message, attempt.claims());
  }

  /** Ends an attempt in which something was wrong. */
  void failed(QueuedPod queued, String message, ClaimCycle claims) {
    queue.failed(queued, Set.of());
    nominations.remove(queued.uid());
    reports.failed(queued.pod(), Reason.SCHEDULER_ERROR, message, "", claims);
  }

  private void noFit(QueuedPod queued, PodDemand demand, Selection.NoFit noFit) {
    Pod pod = queued.pod();
    Optional<String> freed = freeClaim(pod, noFit.claims());
    Preemption.Plan plan = preemption.plan(pod, demand, noFit.claims(), noFit.diagnosis());
    String nominated = "";
    if (plan instanceof Preemption.Plan.Evict evict) {
      evict(pod, evict);
      nominated = evict.node().name();
      nominations.put(pod, nominated);
    } else {
      nominations.remove(queued.uid());
    }
    String afterwards =
        plan instanceof Preemption.Plan.Useless && freed.isPresent()
            ? freed.get() + ", " + plan.message()
            : plan.message();
    queue.failed(queued, noFit.diagnosis().rejectors());
    reports.failed(
        pod,
        Reason.UNSCHEDULABLE,
        noFit.diagnosis().message(afterwards),
        nominated,
        noFit.claims());
  }

  /** Ends an attempt of a pod of a gang for which there is no node now. */
  void rejected(QueuedPod queued, Set<String> rejectors, String message, ClaimCycle claims) {
    queue.failed(queued, rejectors);
    nominations.remove(queued.uid());
    reports.failed(queued.pod(), Reason.UNSCHEDULABLE, message, "", claims);
  }

  /** Looks at claims of which it is not known whether they were written. */
  void resolveDoubts() {
    devices.resolveDoubts(writes);
  }

  /** Tells that a pod is not tried because it is being deleted. */
  void skipped(Pod pod) {
    reports.skipped(pod);
  }

  /** Deallocates one claim that kept the pod from every node and that nobody else holds. */
  Optional<String> freeClaim(Pod pod, ClaimCycle claims) {
    for (CycleClaim claim : claims.unavailable()) {
      List<ResourceClaimConsumerReference> holders = PodClaims.consumersOf(claim.claim());
      boolean onlyOurs =
          holders.isEmpty()
              || (holders.size() == 1
                  && holders.get(0).getUid().equals(pod.getMetadata().getUid()));
      if (onlyOurs) {
        return deallocate(claim.claim());
      }
    }
    return claims
        .extended()
        .flatMap(ExtendedClaim::leftover)
        .filter(extendedClaims::delete)
        .map(deleted -> "deletion of ResourceClaim completed");
  }

  /** Takes the group's reservation off the first of its claims that is allocated. */
  void unreserveGroup(PodGroup group, Pod member) {
    for (PodGroupResourceClaim entry : group.getSpec().getResourceClaims()) {
      ClaimName name = PodClaims.nameOf(group, entry);
      String claimName =
          name instanceof ClaimName.Direct direct
              ? direct.name()
              : name instanceof ClaimName.Generated generated ? generated.name() : "";
      Optional<ResourceClaim> claim =
          devices
              .claim(group.getMetadata().getNamespace(), claimName)
              .filter(PodClaims::isAllocated)
              .filter(known -> podClaims.isReservedFor(member, known));
      if (claim.isPresent()) {
        claimWriter.unreserve(group.getMetadata().getUid(), claim.get());
        return;
      }
    }
  }

  /** Gives a claim's devices back; returns what to tell of it. */
  Optional<String> deallocate(ResourceClaim claim) {
    ResourceClaim freed = ClaimCopy.withAllocation(claim, null);
    freed.getStatus().setReservedFor(List.of());
    freed.getStatus().setDevices(List.of());
    try {
      writes.update(freed, "status");
    } catch (ApiException refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    }
    return Optional.of("deallocation of ResourceClaim completed");
  }

  private void evict(Pod pod, Preemption.Plan.Evict plan) {
    for (Pod victim : plan.victims()) {
      PodCondition condition =
          PodConditions.condition(
              "DisruptionTarget",
              "True",
              "PreemptionByScheduler",
              "default-scheduler: preempting to accommodate a higher priority pod");
      reports.write(victim, condition, null);
      try {
        writes.delete(
            Pod.class,
            victim.getMetadata().getNamespace(),
            victim.getMetadata().getName(),
            new DeleteOptions());
      } catch (ApiException refused) {
        continue;
      }
      reports.preempted(victim, pod, plan.node().name());
    }
  }

  private static String preBind(String message) {
    return "running PreBind plugin \"%s\": %s".formatted(ClaimCycle.NAME, message);
  }
}
