package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tries pods, each alone or with its group, and brings those that were placed to their nodes. It is
 * told of pods that come and go meanwhile.
 */
final class Attempts {

  private final Writes writes;
  private final DeviceWorld devices;
  private final Nominations nominations = new Nominations();
  private final BindingCycle binding;
  private final PodScheduling single;
  private final Optional<GangScheduling> gangs;

  /**
   * Puts everything together that an attempt needs.
   *
   * @param groups the groups of pods, where there are any
   * @param budgets the disruption budgets as they are known
   * @param workloads how pods are spread that say nothing of it
   * @param filters those that look at one node alone, in order
   * @param compatibility whether gangs stay unplaced that only upstream's procedure misses
   * @param seed decides between nodes that are equally good
   */
  Attempts(
      Writes writes,
      FeatureSet features,
      Timers timers,
      Cluster cluster,
      SchedulingQueue queue,
      DeviceWorld devices,
      DynamicResources resources,
      Volumes volumes,
      Optional<PodGroups> groups,
      Supplier<Collection<PodDisruptionBudget>> budgets,
      WorkloadSpread workloads,
      List<NodeFilter> filters,
      Compatibility compatibility,
      long seed) {
    this.writes = writes;
    this.devices = devices;
    PodReports reports = new PodReports(writes, features, timers);
    Failures failures = new Failures(queue, nominations, reports);
    PodClaims podClaims = PodClaims.of(features);
    boolean watchesConditions = resources.watchesConditions();
    ClaimWriter claimWriter = new ClaimWriter(writes, devices, timers, watchesConditions);
    ExtendedClaimWriter extendedClaims = new ExtendedClaimWriter(writes, claimWriter);
    this.binding =
        new BindingCycle(
            timers,
            cluster,
            queue,
            nominations,
            new Binder(writes, devices, podClaims, claimWriter, extendedClaims),
            new VolumeWriter(writes, volumes),
            reports,
            failures,
            watchesConditions);
    ClaimRelease release =
        new ClaimRelease(writes, devices, podClaims, claimWriter, extendedClaims);
    Victims victims = new Victims(cluster, groups);
    DisruptionBudgets disruptions = new DisruptionBudgets(budgets);
    Evictions evictions = new Evictions(writes, reports, nominations, binding::callBack);
    NodeSearch search = new NodeSearch(filters, nominations, workloads, seed);
    this.single =
        new PodScheduling(
            cluster,
            volumes,
            resources,
            search,
            binding,
            release,
            new Preemption(cluster, victims, disruptions),
            evictions,
            failures,
            reports);
    TreeTrial trial = new TreeTrial(new GangTrial(single, binding, features), cluster);
    GangPreemption gangPreemption =
        new GangPreemption(
            cluster, victims, disruptions, features.enabled("PodGroupPreemptionPolicy"));
    this.gangs =
        groups.map(
            known ->
                new GangScheduling(
                    trial,
                    gangPreemption,
                    compatibility == Compatibility.UPSTREAM
                        ? Optional.empty()
                        : Optional.of(
                            new CompleteGangSearch(
                                resources, volumes, devices, search, binding, cluster, features)),
                    binding,
                    release,
                    evictions,
                    failures,
                    reports,
                    known,
                    new PodGroupReports(writes, known, timers),
                    queue,
                    cluster,
                    features));
  }

  void onReady(Runnable wake) {
    binding.onReady(wake);
  }

  /** Tries a pod that belongs to no group. */
  void attempt(QueuedPod queued) {
    devices.resolveDoubts(writes);
    single.attempt(queued);
  }

  /** Tries all pods of a tree of groups that wait, of which {@code first} is one. */
  void attempt(QueuedPod first, GroupTree tree) {
    devices.resolveDoubts(writes);
    gangs.ifPresent(known -> known.attempt(first, tree));
  }

  /** Goes on with one pod that waits for its devices, if it is time to look at one. */
  boolean continueOne() {
    return binding.continueOne();
  }

  /** Takes in a change of a pod that has no node. */
  void learn(Change<Pod> change) {
    if (!binding.learn(change.object())) {
      nominations.learn(change);
    }
  }

  /** Takes in that a pod is placed, by us or by others. */
  void placed(Pod pod) {
    nominations.remove(pod.getMetadata().getUid());
  }

  /** Takes in that a pod has gone before it was placed. */
  void abandon(Pod pod) {
    nominations.remove(pod.getMetadata().getUid());
    binding.abandon(pod);
  }
}
