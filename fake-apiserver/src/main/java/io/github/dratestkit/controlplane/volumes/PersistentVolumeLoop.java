package io.github.dratestkit.controlplane.volumes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import java.util.Optional;

/**
 * The volume controller: gives claims the volumes that suit them, and asks provisioners for others.
 * It reclaims nothing: volumes of claims that are gone stay Released. Source: {@code
 * pkg/controller/volume/persistentvolume}, 1.37.
 */
public final class PersistentVolumeLoop extends ReconcilingLoop<ObjectKey> {

  private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
  private static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

  private final Informer<PersistentVolumeClaim> claims;
  private final Informer<PersistentVolume> volumes;
  private final Informer<StorageClass> classes;

  /** Creates the loop. */
  public PersistentVolumeLoop(ApiAccess access, Timers timers) {
    super("persistentvolume-binder-controller", access, timers);
    this.classes = inform(StorageClass.class, change -> queueClaims());
    this.volumes =
        inform(
            PersistentVolume.class,
            change -> {
              queue().add(ObjectKey.of(change.object()));
              queueClaims();
            });
    this.claims =
        inform(
            PersistentVolumeClaim.class,
            change -> {
              queue().add(ObjectKey.of(change.object()));
              queueVolumes();
            });
  }

  @Override
  protected void reconcile(ObjectKey key) {
    claims.get(key).ifPresent(this::syncClaim);
    volumes.get(key).ifPresent(this::syncVolume);
  }

  private void syncVolume(PersistentVolume volume) {
    var reference = volume.getSpec().getClaimRef();
    if (reference == null || reference.getUid() == null || reference.getUid().isEmpty()) {
      phase(volume, "Available");
      return;
    }
    Optional<PersistentVolumeClaim> claim =
        claims
            .get(reference.getNamespace(), reference.getName())
            .filter(found -> found.getMetadata().getUid().equals(reference.getUid()));
    if (claim.isEmpty()) {
      phase(volume, "Released");
    } else if (VolumeMatching.isBound(claim.get())) {
      phase(volume, "Bound");
    }
  }

  private void syncClaim(PersistentVolumeClaim claim) {
    if (claim.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    if (VolumeMatching.isBound(claim)) {
      volumes
          .get(null, claim.getSpec().getVolumeName())
          .filter(volume -> VolumeMatching.isFor(volume, claim))
          .ifPresent(volume -> bound(claim, volume));
      return;
    }
    Optional<PersistentVolume> match =
        VolumeMatching.namesVolume(claim)
            ? volumes.get(null, claim.getSpec().getVolumeName()).filter(v -> mayTake(v, claim))
            : find(claim);
    if (match.isPresent()) {
      bind(claim, match.get());
    } else if (!VolumeMatching.namesVolume(claim)) {
      askProvisioner(claim);
    }
  }

  private Optional<PersistentVolume> find(PersistentVolumeClaim claim) {
    Optional<PersistentVolume> kept =
        volumes.all().stream().filter(volume -> VolumeMatching.isFor(volume, claim)).findFirst();
    return kept.isPresent() || waits(claim)
        ? kept
        : volumes.all().stream()
            .filter(VolumeMatching::isFree)
            .filter(volume -> VolumeMatching.suits(volume, claim))
            .filter(
                volume ->
                    volume.getSpec().getAccessModes().containsAll(claim.getSpec().getAccessModes()))
            .min(VolumeMatching.SMALLEST_FIRST);
  }

  private static boolean mayTake(PersistentVolume volume, PersistentVolumeClaim claim) {
    return volume.getSpec().getClaimRef() == null
        ? VolumeMatching.suits(volume, claim)
        : VolumeMatching.isFor(volume, claim);
  }

  private boolean waits(PersistentVolumeClaim claim) {
    return classes
        .get(null, VolumeMatching.classOf(claim))
        .filter(VolumeMatching::delays)
        .isPresent();
  }

  private void bind(PersistentVolumeClaim claim, PersistentVolume volume) {
    PersistentVolume kept = keep(volume, claim);
    PersistentVolumeClaimBuilder changed =
        new PersistentVolumeClaimBuilder(claim)
            .editMetadata()
            .addToAnnotations(VolumeMatching.COMPLETED, "yes")
            .endMetadata();
    if (!VolumeMatching.namesVolume(claim)) {
      changed
          .editMetadata()
          .addToAnnotations(VolumeMatching.BY_CONTROLLER, "yes")
          .endMetadata()
          .editSpec()
          .withVolumeName(volume.getMetadata().getName())
          .endSpec();
    }
    PersistentVolumeClaim written = writes().update(changed.build());
    claims.assume(written);
    phase(kept, "Bound");
    bound(written, kept);
  }

  private PersistentVolume keep(PersistentVolume volume, PersistentVolumeClaim claim) {
    var reference = volume.getSpec().getClaimRef();
    if (reference != null && claim.getMetadata().getUid().equals(reference.getUid())) {
      return volume;
    }
    PersistentVolume written = writes().update(VolumeMatching.keptFor(volume, claim));
    volumes.assume(written);
    return written;
  }

  private void bound(PersistentVolumeClaim claim, PersistentVolume volume) {
    if (claim.getStatus() != null && "Bound".equals(claim.getStatus().getPhase())) {
      return;
    }
    claims.assume(
        writes()
            .update(
                new PersistentVolumeClaimBuilder(claim)
                    .editOrNewStatus()
                    .withPhase("Bound")
                    .withAccessModes(volume.getSpec().getAccessModes())
                    .withCapacity(volume.getSpec().getCapacity())
                    .endStatus()
                    .build(),
                "status"));
  }

  private void phase(PersistentVolume volume, String phase) {
    if (volume.getStatus() != null && phase.equals(volume.getStatus().getPhase())) {
      return;
    }
    volumes.assume(
        writes()
            .update(
                new PersistentVolumeBuilder(volume)
                    .editOrNewStatus()
                    .withPhase(phase)
                    .endStatus()
                    .build(),
                "status"));
  }

  /** A volume that nobody has made is asked for, once it is known where. */
  private void askProvisioner(PersistentVolumeClaim claim) {
    Optional<StorageClass> storageClass = classes.get(null, VolumeMatching.classOf(claim));
    boolean early =
        waits(claim) && VolumeMatching.annotation(claim, VolumeMatching.SELECTED_NODE).isEmpty();
    if (storageClass.isEmpty()
        || early
        || storageClass.get().getProvisioner().equals(VolumeMatching.NO_PROVISIONER)
        || VolumeMatching.annotation(claim, PROVISIONER).isPresent()) {
      return;
    }
    String provisioner = storageClass.get().getProvisioner();
    claims.assume(
        writes()
            .update(
                new PersistentVolumeClaimBuilder(claim)
                    .editMetadata()
                    .addToAnnotations(OLD_PROVISIONER, provisioner)
                    .addToAnnotations(PROVISIONER, provisioner)
                    .endMetadata()
                    .build()));
  }

  private void queueClaims() {
    claims.all().stream()
        .filter(claim -> !VolumeMatching.isBound(claim))
        .forEach(claim -> queue().add(ObjectKey.of(claim)));
  }

  private void queueVolumes() {
    volumes.all().forEach(volume -> queue().add(ObjectKey.of(volume)));
  }
}
