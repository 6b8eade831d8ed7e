package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.Set;

/**
 * The pod group protection controller: lets a deleted group go when its last pod has ended or gone.
 * Source: {@code pkg/controller/scheduling/podgroupprotection}, 1.37.
 */
public final class PodGroupProtectionLoop extends ReconcilingLoop<ObjectKey> {

  private static final String FINALIZER = "scheduling.k8s.io/podgroup-protection";

  private final Informer<PodGroup> groups;
  private final Index<Pod, ObjectKey> activePods = new Index<>(PodGroupProtectionLoop::groupOf);

  /** Creates the loop. */
  public PodGroupProtectionLoop(ApiAccess access, Timers timers) {
    super("podgroup-protection-controller", access, timers);
    inform(Pod.class, this::podChanged);
    this.groups = inform(PodGroup.class, this::groupChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    groups
        .get(key)
        .filter(group -> group.getMetadata().getDeletionTimestamp() != null)
        .filter(group -> group.getMetadata().getFinalizers().contains(FINALIZER))
        .filter(group -> activePods.under(key).isEmpty())
        .ifPresent(this::letGo);
  }

  private void letGo(PodGroup group) {
    writes()
        .update(
            new PodGroupBuilder(group)
                .editMetadata()
                .removeFromFinalizers(FINALIZER)
                .endMetadata()
                .build());
  }

  private void groupChanged(Change<PodGroup> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void podChanged(Change<Pod> change) {
    activePods.apply(change);
    String group = PodClaims.groupNameOf(change.object());
    if (group != null) {
      queue().add(ObjectKey.of(change.object().getMetadata().getNamespace(), group));
    }
  }

  private static Set<ObjectKey> groupOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null || PodClaims.hasEnded(pod)
        ? Set.of()
        : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }
}
