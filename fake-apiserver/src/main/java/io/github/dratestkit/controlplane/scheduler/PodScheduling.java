package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.scheduler.DynamicResources.Preparation;
import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attempt to find a node for one pod: look at its claims, then at the nodes; and where none
 * fits, see what could be given back or driven out.
 */
final class PodScheduling {

  /** What upstream's claims plugin says where it was not asked about the pod before. */
  private static final String NOT_LOOKED_AT = "not found";

  private final Cluster cluster;
  private final Volumes volumes;
  private final DynamicResources resources;
  private final NodeSearch search;
  private final BindingCycle binding;
  private final ClaimRelease release;
  private final Preemption preemption;
  private final Evictions evictions;
  private final Failures failures;
  private final PodReports reports;

  PodScheduling(
      Cluster cluster,
      Volumes volumes,
      DynamicResources resources,
      NodeSearch search,
      BindingCycle binding,
      ClaimRelease release,
      Preemption preemption,
      Evictions evictions,
      Failures failures,
      PodReports reports) {
    this.cluster = cluster;
    this.volumes = volumes;
    this.resources = resources;
    this.search = search;
    this.binding = binding;
    this.release = release;
    this.preemption = preemption;
    this.evictions = evictions;
    this.failures = failures;
    this.reports = reports;
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
    PodDemand demand = PodDemand.of(pod);
    Selection selection = select(pod, demand, null, Set.of(), cluster.nodes());
    if (selection instanceof Selection.Chosen chosen) {
      Attempt attempt = new Attempt(queued, chosen.node().name(), chosen.claims());
      binding.hold(attempt, demand);
      binding.finish(attempt);
    } else if (selection instanceof Selection.NoFit noFit) {
      noFit(queued, noFit);
    } else if (selection instanceof Selection.Failed failed) {
      failures.failed(queued, failed.message(), failed.claims());
    } else {
      failures.rejected(queued, Set.of(), "no nodes available to schedule pods", ClaimCycle.none());
    }
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
    Volumes.Preparation ofVolumes = volumes.prepare(pod);
    if (ofVolumes instanceof Volumes.Preparation.Refused refused) {
      return new Selection.NoFit(
          Diagnosis.everywhere(
              nodes.size(), new Rejected(Volumes.NAME, Remedy.NONE, List.of(refused.reason()))),
          search.check(pod, demand, ClaimCycle.none(), nodes),
          Optional.of(NOT_LOOKED_AT));
    }
    Preparation preparation = resources.prepare(pod, demand, group, shareable);
    if (preparation instanceof Preparation.Prepared prepared) {
      VolumeCycle cycle = ((Volumes.Preparation.Prepared) ofVolumes).cycle();
      return search.select(pod, demand, prepared.cycle().with(cycle), nodes);
    }
    Verdict verdict = ((Preparation.Refused) preparation).verdict();
    if (verdict instanceof Verdict.Failed failed) {
      return new Selection.Failed(failed.message(), ClaimCycle.none());
    }
    return new Selection.NoFit(
        Diagnosis.everywhere(nodes.size(), (Rejected) verdict),
        search.check(pod, demand, ClaimCycle.none(), nodes));
  }

  private void noFit(QueuedPod queued, Selection.NoFit noFit) {
    Pod pod = queued.pod();
    if (noFit.problem().isPresent()) {
      failures.rejected(
          queued,
          noFit.diagnosis().rejectors(),
          noFit.diagnosis().message(noFit.problem().get()),
          Optional.empty(),
          noFit.claims());
      return;
    }
    Optional<String> freed = release.freeOne(pod, noFit.claims());
    Preemption.Plan plan = preemption.plan(noFit.check(), noFit.diagnosis());
    Optional<String> nominated = Optional.of("");
    String afterwards = freed.map(text -> text + ", " + plan.message()).orElse(plan.message());
    if (plan instanceof Preemption.Plan.Evict evict) {
      evictions.evict(
          evict.victims(),
          new Evictions.Preemptor("pod", queued.uid(), Nominations.priority(pod), evict.node()));
      nominated = Optional.of(evict.node());
      afterwards = plan.message();
    } else if (plan instanceof Preemption.Plan.NotNow) {
      nominated = Optional.empty();
    }
    failures.rejected(
        queued,
        noFit.diagnosis().rejectors(),
        noFit.diagnosis().message(afterwards),
        nominated,
        noFit.claims());
  }
}
