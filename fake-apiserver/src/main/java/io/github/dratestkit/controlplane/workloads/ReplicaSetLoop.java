package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A small ReplicaSet controller: as many pods as are wanted, and a status that counts them. It does
 * not adopt pods that others have made.
 */
public final class ReplicaSetLoop extends ReconcilingLoop<ObjectKey> {

  private static final String NAME = "replicaset-controller";

  private final Informer<ReplicaSet> sets;
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Expectations expectations = new Expectations();
  private final EventRecorder recorder;

  /** Creates the loop. */
  public ReplicaSetLoop(ApiAccess access, Timers timers) {
    super(NAME, access, timers);
    this.recorder = EventRecorder.core(writes(), timers, NAME);
    inform(Pod.class, this::podChanged);
    this.sets = inform(ReplicaSet.class, this::setChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    sets.get(key).ifPresent(this::sync);
  }

  private void sync(ReplicaSet set) {
    List<Pod> pods =
        podsByOwner.under(set.getMetadata().getUid()).stream().filter(OwnedPods::isActive).toList();
    if (set.getMetadata().getDeletionTimestamp() == null
        && expectations.areMet(set.getMetadata().getUid())) {
      scale(set, pods);
    }
    tell(set, pods);
  }

  private void scale(ReplicaSet set, List<Pod> pods) {
    int wanted = wanted(set);
    for (int i = pods.size(); i < wanted; i++) {
      create(set);
    }
    OwnedPods.leastWorthFirst(pods).stream()
        .limit(Math.max(0, pods.size() - wanted))
        .forEach(pod -> delete(set, pod));
  }

  private void create(ReplicaSet set) {
    Pod pod =
        OwnedPods.from(set.getSpec().getTemplate(), set)
            .editMetadata()
            .withGenerateName(set.getMetadata().getName() + "-")
            .endMetadata()
            .build();
    Pod created;
    try {
      created = writes().create(pod);
    } catch (ApiException refused) {
      recorder.record(
          set,
          EventRecorder.Type.WARNING,
          "FailedCreate",
          "Error creating: " + refused.getMessage());
      throw refused;
    }
    expectations.expectCreation(set.getMetadata().getUid(), created.getMetadata().getUid());
    recorder.record(
        set,
        EventRecorder.Type.NORMAL,
        "SuccessfulCreate",
        "Created pod: " + created.getMetadata().getName());
  }

  private void delete(ReplicaSet set, Pod pod) {
    expectations.expectDeletion(set.getMetadata().getUid(), pod.getMetadata().getUid());
    OwnedPods.delete(writes(), pod);
    recorder.record(
        set,
        EventRecorder.Type.NORMAL,
        "SuccessfulDelete",
        "Deleted pod: " + pod.getMetadata().getName());
  }

  private void tell(ReplicaSet set, List<Pod> pods) {
    ReplicaSetStatus now = new ReplicaSetStatus();
    now.setReplicas(pods.size());
    now.setFullyLabeledReplicas(pods.size());
    int ready = (int) pods.stream().filter(OwnedPods::isReady).count();
    now.setReadyReplicas(ready);
    now.setAvailableReplicas(ready);
    now.setObservedGeneration(set.getMetadata().getGeneration());
    ReplicaSetStatus before = set.getStatus();
    boolean same =
        before != null
            && count(before.getReplicas()) == pods.size()
            && count(before.getReadyReplicas()) == ready
            && Objects.equals(before.getObservedGeneration(), now.getObservedGeneration());
    if (!same) {
      sets.assume(writes().update(new ReplicaSetBuilder(set).withStatus(now).build(), "status"));
    }
  }

  private void setChanged(Change<ReplicaSet> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    Pod pod = change.object();
    PodClaims.controllerOf(pod)
        .filter(owner -> owner.getKind().equals("ReplicaSet"))
        .ifPresent(
            owner -> {
              if (change instanceof Change.Deleted<Pod> || !OwnedPods.isActive(pod)) {
                expectations.gone(owner.getUid(), pod.getMetadata().getUid());
              } else {
                expectations.seen(owner.getUid(), pod.getMetadata().getUid());
              }
              queue().add(ObjectKey.of(pod.getMetadata().getNamespace(), owner.getName()));
            });
  }

  private static int wanted(ReplicaSet set) {
    return set.getSpec().getReplicas() == null ? 1 : set.getSpec().getReplicas();
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
