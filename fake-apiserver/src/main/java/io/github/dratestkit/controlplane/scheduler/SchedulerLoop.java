package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1alpha3.CompositePodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The scheduler. Each step takes in what has happened and then goes on with one pod: binds one
 * whose devices have become ready, or tries the next of the queue. It serves the pods whose
 * scheduler name is {@code default-scheduler}.
 */
public final class SchedulerLoop implements Loop {

  private static final String SCHEDULER = "default-scheduler";

  private final List<Informer<?>> informers = new ArrayList<>();
  private final Informer<Pod> pods;
  private final Cluster cluster = new Cluster();
  private final SchedulingQueue queue;
  private final Index<Pod, ObjectKey> podsByClaim = new Index<>(SchedulerLoop::claimsOf);
  private final Hints hints;
  private final DeviceWorld devices;
  private final DynamicResources resources;
  private final Attempts attempts;
  private final Optional<PodGroups> groups;
  private final ApiAccess access;
  private boolean synced;

  /**
   * Creates the loop.
   *
   * @param compatibility whether gangs stay unplaced that only upstream's procedure misses
   * @param seed decides between nodes that are equally good
   */
  public SchedulerLoop(
      ApiAccess access,
      FeatureSet features,
      Timers timers,
      Compatibility compatibility,
      long seed) {
    this.access = access;
    inform(Node.class, this::nodeChanged);
    Informer<DeviceClass> classes = inform(DeviceClass.class, this::classChanged);
    Informer<ResourceSlice> slices = inform(ResourceSlice.class, this::sliceChanged);
    Informer<ResourceClaim> claims = inform(ResourceClaim.class, this::claimChanged);
    this.devices =
        new DeviceWorld(
            features,
            claims,
            slices,
            classes,
            rules(features),
            new ShareIds(seed, () -> newestVersion(claims)));
    DynamicResources resources = new DynamicResources(devices, features, timers);
    boolean extended = features.enabled("DRAExtendedResource");
    ResourceFit fit =
        new ResourceFit(name -> extended && devices.resolver().classFor(name).isPresent());
    this.hints = new Hints(resources, fit);
    this.groups =
        features.enabled("GenericWorkload") ? Optional.of(groups(features)) : Optional.empty();
    this.resources = resources;
    this.queue = new SchedulingQueue(timers, this::isGated, this::rootOf);
    this.pods = inform(Pod.class, this::podChanged);
    List<NodeFilter> filters = new ArrayList<>(NodeFilters.IN_ORDER);
    filters.add(fit);
    Informer<PodDisruptionBudget> budgets = inform(PodDisruptionBudget.class, change -> {});
    Volumes volumes =
        new Volumes(
            inform(PersistentVolumeClaim.class, this::volumeClaimChanged),
            inform(PersistentVolume.class, this::volumesChanged),
            inform(StorageClass.class, this::volumesChanged));
    WorkloadSpread workloads =
        new WorkloadSpread(
            inform(Service.class, change -> {}),
            inform(ReplicaSet.class, change -> {}),
            inform(StatefulSet.class, change -> {}));
    this.attempts =
        new Attempts(
            access.writes(),
            features,
            timers,
            cluster,
            queue,
            devices,
            resources,
            volumes,
            groups,
            budgets::all,
            workloads,
            filters,
            compatibility,
            seed);
  }

  @Override
  public String name() {
    return "scheduler";
  }

  @Override
  public boolean step() {
    boolean moved = false;
    for (Informer<?> informer : informers) {
      moved |= informer.drain();
    }
    if (!synced) {
      synced = informers.stream().allMatch(Informer::synced);
      if (!synced) {
        return moved;
      }
      queue.reopenGated();
    }
    if (attempts.continueOne()) {
      return true;
    }
    Optional<QueuedPod> next = queue.poll();
    next.ifPresent(this::attempt);
    return moved || next.isPresent();
  }

  @Override
  public void onReady(Runnable wake) {
    informers.forEach(informer -> informer.onReady(wake));
    queue.onReady(wake);
    attempts.onReady(wake);
  }

  @Override
  public void close() {
    informers.forEach(Informer::close);
  }

  private void attempt(QueuedPod queued) {
    Optional<Pod> known =
        pods.get(queued.pod().getMetadata().getNamespace(), queued.pod().getMetadata().getName());
    if (known.filter(pod -> pod.getMetadata().getUid().equals(queued.uid())).isEmpty()
        || isPlaced(known.get())) {
      return;
    }
    queued.update(known.get());
    Optional<GroupTree> tree = groups.flatMap(all -> all.treeOf(queued.pod()));
    if (tree.isPresent() && isGated(queued.pod())) {
      queue.close(queued);
    } else if (tree.isPresent()) {
      attempts.attempt(queued, tree.get());
    } else {
      attempts.attempt(queued);
    }
  }

  private static long newestVersion(Informer<ResourceClaim> claims) {
    return claims.all().stream()
        .mapToLong(claim -> Long.parseLong(claim.getMetadata().getResourceVersion()))
        .max()
        .orElse(0);
  }

  private <T extends HasMetadata> Informer<T> inform(Class<T> kind, Consumer<Change<T>> listener) {
    Informer<T> informer = new Informer<>(access.feed(kind), listener);
    informers.add(informer);
    return informer;
  }

  private Supplier<Collection<DeviceTaintRule>> rules(FeatureSet features) {
    if (!features.enabled("DRADeviceTaintRules")) {
      return List::of;
    }
    Informer<DeviceTaintRule> rules =
        inform(
            DeviceTaintRule.class,
            change -> {
              devicesChanged();
              queue.moveIf(Hints::inventoryChanged);
            });
    return rules::all;
  }

  private void nodeChanged(Change<Node> change) {
    cluster.apply(change);
    queue.moveIf(queued -> hints.nodeChanged(queued, change));
  }

  private void classChanged(Change<DeviceClass> change) {
    devices.classChanged(change);
    if (!(change instanceof Change.Deleted<DeviceClass>)) {
      queue.moveIf(Hints::classChanged);
    }
  }

  private void sliceChanged(Change<ResourceSlice> change) {
    devicesChanged();
    if (!(change instanceof Change.Deleted<ResourceSlice>)) {
      queue.moveIf(Hints::inventoryChanged);
    }
  }

  private void devicesChanged() {
    devices.inventoryChanged();
  }

  private void volumesChanged(Change<?> change) {
    if (!(change instanceof Change.Deleted<?>)) {
      queue.moveIf(Hints::volumesChanged);
    }
  }

  private void volumeClaimChanged(Change<PersistentVolumeClaim> change) {
    if (!(change instanceof Change.Deleted<?>)) {
      queue.moveIf(queued -> Hints.volumeClaimChanged(queued, change.object()));
    }
  }

  private void claimChanged(Change<ResourceClaim> change) {
    devices.claimChanged(change.object(), change instanceof Change.Deleted<ResourceClaim>);
    boolean freesDevices =
        change instanceof Change.Deleted<ResourceClaim>
            || (change instanceof Change.Modified<ResourceClaim> modified
                && PodClaims.isAllocated(modified.before())
                && !PodClaims.isAllocated(modified.object()));
    if (freesDevices) {
      queue.moveIf(queued -> hints.claimChanged(queued, change));
    }
    for (Pod pod : podsByClaim.under(ObjectKey.of(change.object()))) {
      queue.reopenGated(pod.getMetadata().getUid());
      queue.moveIf(pod.getMetadata().getUid(), queued -> hints.claimChanged(queued, change));
    }
  }

  private void reopen(Pod pod) {
    if (PodClaims.groupNameOf(pod) == null) {
      queue.reopenGated(pod.getMetadata().getUid());
    } else {
      queue.reopenGated();
    }
  }

  private static Set<ObjectKey> claimsOf(Pod pod) {
    Set<ObjectKey> claims = new LinkedHashSet<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      if (name instanceof ClaimName.Direct direct) {
        claims.add(ObjectKey.of(pod.getMetadata().getNamespace(), direct.name()));
      } else if (name instanceof ClaimName.Generated generated) {
        claims.add(ObjectKey.of(pod.getMetadata().getNamespace(), generated.name()));
      }
    }
    return claims;
  }

  private Optional<GroupTree.Key> rootOf(Pod pod) {
    return groups.flatMap(known -> known.treeOf(pod)).map(GroupTree::key);
  }

  /** A pod may not be tried while it is gated itself, or any pod that must come with it. */
  private boolean isGated(Pod pod) {
    if (isGatedItself(pod)) {
      return true;
    }
    if (groups.isEmpty() || PodClaims.groupNameOf(pod) == null) {
      return false;
    }
    PodGroups known = groups.get();
    return !known.isComplete(pod)
        || known.companyOf(pod).stream()
            .filter(member -> !isPlaced(member) && !cluster.isAssumed(member))
            .anyMatch(this::isGatedItself);
  }

  private boolean isGatedItself(Pod pod) {
    return !pod.getSpec().getSchedulingGates().isEmpty() || resources.whyNotReady(pod).isPresent();
  }

  private PodGroups groups(FeatureSet features) {
    Optional<CompositeGroups> composites =
        features.enabled("CompositePodGroup")
            ? Optional.of(
                new CompositeGroups(inform(CompositePodGroup.class, this::compositeChanged)))
            : Optional.empty();
    return new PodGroups(inform(PodGroup.class, this::groupChanged), composites);
  }

  private void compositeChanged(Change<CompositePodGroup> change) {
    groups.ifPresent(known -> known.applyComposite(change));
    queue.reopenGated();
  }

  private void groupChanged(Change<PodGroup> change) {
    groups.ifPresent(known -> known.applyGroup(change));
    queue.reopenGated();
  }

  private void memberChanged(Change<Pod> change) {
    groups.ifPresent(known -> known.apply(change));
    if (PodClaims.groupNameOf(change.object()) != null && change instanceof Change.Added<Pod>) {
      queue.reopenGated();
    }
  }

  private void podChanged(Change<Pod> change) {
    podsByClaim.apply(change);
    memberChanged(change);
    Pod pod = change.object();
    if (isPlaced(pod)) {
      placedChanged(change);
      return;
    }
    if (change instanceof Change.Deleted<Pod> || PodClaims.hasEnded(pod)) {
      boolean wasAssumed = cluster.isAssumed(pod);
      queue.forget(pod);
      attempts.abandon(pod);
      if (wasAssumed) {
        queue.moveIf(Hints::podLeft);
      }
      return;
    }
    if (!isOurs(pod)) {
      return;
    }
    attempts.learn(change);
    if (cluster.isAssumed(pod)) {
      return;
    }
    if (change instanceof Change.Modified<Pod> modified) {
      queue.updated(pod, mayHelp(modified.before(), pod));
      if (PodClaims.groupNameOf(pod) != null) {
        queue.reopenGated();
      }
    } else {
      queue.add(pod);
    }
  }

  private void placedChanged(Change<Pod> change) {
    Pod pod = change.object();
    boolean left = change instanceof Change.Deleted<Pod> || PodClaims.hasEnded(pod);
    cluster.applyPlaced(change);
    queue.forget(pod);
    attempts.placed(pod);
    queue.moveIf(queued -> left ? Hints.podLeft(queued) : Hints.podCame(queued));
  }

  /** The server gives every pod a scheduler; one that has none is nobody else's. */
  private static boolean isOurs(Pod pod) {
    String scheduler = pod.getSpec().getSchedulerName();
    return scheduler == null || scheduler.isEmpty() || scheduler.equals(SCHEDULER);
  }

  /** Says whether a pod has changed in something that decides where it may go. */
  private static boolean mayHelp(Pod before, Pod now) {
    return !Objects.equals(before.getSpec(), now.getSpec())
        || !Objects.equals(before.getMetadata().getLabels(), now.getMetadata().getLabels())
        || !Objects.equals(PodClaims.statusesOf(before), PodClaims.statusesOf(now));
  }

  private static boolean isPlaced(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node != null && !node.isEmpty();
  }
}
