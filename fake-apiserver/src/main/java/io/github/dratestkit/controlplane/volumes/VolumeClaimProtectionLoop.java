package io.github.dratestkit.controlplane.volumes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;

/**
 * Lets a deleted volume claim go when no pod on a node uses it any more. Source: {@code
 * pkg/controller/volume/pvcprotection}, 1.37.
 */
public final class VolumeClaimProtectionLoop extends ReconcilingLoop<ObjectKey> {

  private static final String FINALIZER = "kubernetes.io/pvc-protection";

  private final Informer<PersistentVolumeClaim> claims;
  private final Informer<Pod> pods;

  /** Creates the loop. */
  public VolumeClaimProtectionLoop(ApiAccess access, Timers timers) {
    super("persistentvolumeclaim-protection-controller", access, timers);
    this.claims =
        inform(
            PersistentVolumeClaim.class, change -> queue().add(ObjectKey.of(change.object())));
    this.pods =
        inform(
            Pod.class,
            change ->
                change
                    .object()
                    .getSpec()
                    .getVolumes()
                    .forEach(
                        volume -> {
                          if (volume.getPersistentVolumeClaim() != null) {
                            queue()
                                .add(
                                    ObjectKey.of(
                                        change.object().getMetadata().getNamespace(),
                                        volume.getPersistentVolumeClaim().getClaimName()));
                          }
                        }));
  }

  @Override
  protected void reconcile(ObjectKey key) {
    claims
        .get(key)
        .filter(claim -> claim.getMetadata().getDeletionTimestamp() != null)
        .filter(claim -> claim.getMetadata().getFinalizers().contains(FINALIZER))
        .filter(claim -> pods.all().stream().noneMatch(pod -> uses(pod, claim)))
        .ifPresent(this::letGo);
  }

  private void letGo(PersistentVolumeClaim claim) {
    writes()
        .update(
            new PersistentVolumeClaimBuilder(claim)
                .editMetadata()
                .removeFromFinalizers(FINALIZER)
                .endMetadata()
                .build());
  }

  private static boolean uses(Pod pod, PersistentVolumeClaim claim) {
    return pod.getMetadata().getNamespace().equals(claim.getMetadata().getNamespace())
        && pod.getSpec().getNodeName() != null
        && !PodClaims.hasEnded(pod)
        && pod.getSpec().getVolumes().stream()
            .anyMatch(
                volume ->
                    volume.getPersistentVolumeClaim() != null
                        && claim
                            .getMetadata()
                            .getName()
                            .equals(volume.getPersistentVolumeClaim().getClaimName()));
  }
}
