package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The volume claim protection controller: a claim that was deleted goes when no pod on a node uses
 * it. Source: {@code pkg/controller/volume/pvcprotection}, 1.37.
 */
public final class VolumeClaimProtectionLoop extends ReconcilingLoop<ObjectKey> {

  private static final String FINALIZER = "kubernetes.io/pvc-protection";

  private final Informer<PersistentVolumeClaim> claims;
  private final Index<Pod, ObjectKey> podsByClaim =
      new Index<>(VolumeClaimProtectionLoop::claimsOf);

  /** Creates the loop. */
  public VolumeClaimProtectionLoop(ApiAccess access, Timers timers) {
    super("persistentvolumeclaim-protection-controller", access, timers);
    inform(Pod.class, this::podChanged);
    this.claims =
        inform(PersistentVolumeClaim.class, change -> queue().add(ObjectKey.of(change.object())));
  }

  @Override
  protected void reconcile(ObjectKey key) {
    claims.get(key).ifPresent(this::sync);
  }

  private void sync(PersistentVolumeClaim claim) {
    boolean guarded = claim.getMetadata().getFinalizers().contains(FINALIZER);
    boolean goes = claim.getMetadata().getDeletionTimestamp() != null;
    if (goes && guarded && !isUsed(claim)) {
      writes()
          .update(
              new PersistentVolumeClaimBuilder(claim)
                  .editMetadata()
                  .removeFromFinalizers(FINALIZER)
                  .endMetadata()
                  .build());
    } else if (!goes && !guarded) {
      claims.assume(
          writes()
              .update(
                  new PersistentVolumeClaimBuilder(claim)
                      .editMetadata()
                      .addToFinalizers(FINALIZER)
                      .endMetadata()
                      .build()));
    }
  }

  private boolean isUsed(PersistentVolumeClaim claim) {
    return podsByClaim.under(ObjectKey.of(claim)).stream().anyMatch(PodClaims::isPlaced);
  }

  private void podChanged(Change<Pod> change) {
    podsByClaim.apply(change);
    claimsOf(change.object()).forEach(claim -> queue().add(claim));
  }

  private static Set<ObjectKey> claimsOf(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .map(Volume::getPersistentVolumeClaim)
        .filter(Objects::nonNull)
        .map(source -> ObjectKey.of(pod.getMetadata().getNamespace(), source.getClaimName()))
        .collect(Collectors.toSet());
  }
}
