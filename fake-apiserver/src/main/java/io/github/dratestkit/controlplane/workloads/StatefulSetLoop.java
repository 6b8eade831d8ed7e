package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A small StatefulSet controller: pods with numbers, one after the other unless the set wants them
 * all at once. It makes no volume claims.
 */
public final class StatefulSetLoop extends ReconcilingLoop<ObjectKey> {

  private final Informer<StatefulSet> sets;
  private final Informer<Pod> pods;
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);

  /** Creates the loop. */
  public StatefulSetLoop(ApiAccess access, Timers timers) {
    super("statefulset-controller", access, timers);
    this.pods = inform(Pod.class, this::podChanged);
    this.sets = inform(StatefulSet.class, this::setChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    sets.get(key)
        .filter(set -> set.getMetadata().getDeletionTimestamp() == null)
        .ifPresent(this::sync);
  }

  private void sync(StatefulSet set) {
    Map<Integer, Pod> byNumber = new TreeMap<>();
    for (Pod pod : podsByOwner.under(set.getMetadata().getUid())) {
      byNumber.put(numberOf(set, pod), pod);
    }
    tell(set, List.copyOf(byNumber.values()));
    boolean together = "Parallel".equals(set.getSpec().getPodManagementPolicy());
    for (int number = 0; number < wanted(set); number++) {
      Pod pod = byNumber.get(number);
      if (pod == null) {
        create(set, number);
      } else if (PodClaims.hasEnded(pod)) {
        OwnedPods.delete(writes(), pod);
      }
      if (!together && (pod == null || !OwnedPods.isReady(pod))) {
        return;
      }
    }
    byNumber.entrySet().stream()
        .filter(entry -> entry.getKey() >= wanted(set))
        .max(Comparator.comparing(Map.Entry::getKey))
        .filter(entry -> OwnedPods.isActive(entry.getValue()))
        .ifPresent(entry -> OwnedPods.delete(writes(), entry.getValue()));
  }

  private void create(StatefulSet set, int number) {
    String name = set.getMetadata().getName() + "-" + number;
    Pod pod =
        OwnedPods.from(set.getSpec().getTemplate(), set)
            .editMetadata()
            .withName(name)
            .addToLabels("statefulset.kubernetes.io/pod-name", name)
            .addToLabels("apps.kubernetes.io/pod-index", String.valueOf(number))
            .endMetadata()
            .editSpec()
            .withHostname(name)
            .withSubdomain(set.getSpec().getServiceName())
            .endSpec()
            .build();
    if (pods.get(set.getMetadata().getNamespace(), name).isEmpty()) {
      writes().create(pod);
    }
  }

  private void tell(StatefulSet set, List<Pod> owned) {
    StatefulSetStatus now = new StatefulSetStatus();
    now.setObservedGeneration(set.getMetadata().getGeneration());
    now.setReplicas(owned.size());
    int ready = (int) owned.stream().filter(OwnedPods::isReady).count();
    now.setReadyReplicas(ready);
    now.setAvailableReplicas(ready);
    now.setCurrentReplicas(owned.size());
    now.setUpdatedReplicas(owned.size());
    StatefulSetStatus before = set.getStatus();
    boolean same =
        before != null
            && Objects.equals(before.getReplicas(), now.getReplicas())
            && Objects.equals(before.getReadyReplicas(), now.getReadyReplicas())
            && Objects.equals(before.getObservedGeneration(), now.getObservedGeneration());
    if (!same) {
      sets.assume(writes().update(new StatefulSetBuilder(set).withStatus(now).build(), "status"));
    }
  }

  private void setChanged(Change<StatefulSet> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    PodClaims.controllerOf(change.object())
        .filter(owner -> owner.getKind().equals("StatefulSet"))
        .ifPresent(
            owner ->
                queue()
                    .add(
                        ObjectKey.of(
                            change.object().getMetadata().getNamespace(), owner.getName())));
  }

  private static int numberOf(StatefulSet set, Pod pod) {
    String suffix = pod.getMetadata().getName().substring(set.getMetadata().getName().length() + 1);
    return Integer.parseInt(suffix);
  }

  private static int wanted(StatefulSet set) {
    return set.getSpec().getReplicas() == null ? 1 : set.getSpec().getReplicas();
  }
}
