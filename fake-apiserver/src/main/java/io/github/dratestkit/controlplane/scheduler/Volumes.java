package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the scheduler knows of volumes and their claims, and what it checks of them before it looks
 * at nodes. Source: {@code pkg/scheduler/framework/plugins/volumebinding}, 1.37; storage capacity
 * and volumes of CSI nodes are not looked at.
 */
final class Volumes {

  static final String NAME = "VolumeBinding";

  /** What comes out of looking at the volume claims of a pod. */
  sealed interface Preparation {
    record Prepared(VolumeCycle cycle) implements Preparation {}

    record Refused(String reason) implements Preparation {}
  }

  private final Informer<PersistentVolumeClaim> claims;
  private final Informer<PersistentVolume> volumes;
  private final Informer<StorageClass> classes;

  /** Volumes that were promised to pods on their way. */
  private final Set<String> promised = new LinkedHashSet<>();

  Volumes(
      Informer<PersistentVolumeClaim> claims,
      Informer<PersistentVolume> volumes,
      Informer<StorageClass> classes) {
    this.claims = claims;
    this.volumes = volumes;
    this.classes = classes;
  }

  /** Looks at the volume claims of a pod. */
  Preparation prepare(Pod pod) {
    List<PersistentVolumeClaim> bound = new ArrayList<>();
    List<PersistentVolumeClaim> waiting = new ArrayList<>();
    boolean unbound = false;
    for (Volume volume : pod.getSpec().getVolumes()) {
      Optional<String> name = claimNameOf(pod, volume);
      if (name.isEmpty()) {
        continue;
      }
      Optional<PersistentVolumeClaim> claim =
          claims.get(pod.getMetadata().getNamespace(), name.get());
      Optional<String> problem = problemOf(volume, name.get(), claim);
      if (problem.isPresent()) {
        return new Preparation.Refused(problem.get());
      }
      PersistentVolumeClaim found = claim.orElseThrow();
      if (VolumeMatching.isBound(found)) {
        bound.add(found);
      } else if (waits(found)) {
        waiting.add(found);
      } else {
        unbound = true;
      }
    }
    return unbound
        ? new Preparation.Refused("pod has unbound immediate PersistentVolumeClaims")
        : new Preparation.Prepared(new VolumeCycle(this, bound, waiting));
  }

  /** Says whether a pod names any volume claim. */
  static boolean any(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .anyMatch(volume -> claimNameOf(pod, volume).isPresent());
  }

  /** Says whether a pod names this volume claim. */
  static boolean names(Pod pod, PersistentVolumeClaim claim) {
    return claim.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())
        && pod.getSpec().getVolumes().stream()
            .anyMatch(
                volume ->
                    claimNameOf(pod, volume)
                        .filter(name -> name.equals(claim.getMetadata().getName()))
                        .isPresent());
  }

  Optional<PersistentVolume> volume(String name) {
    return volumes.get(null, name);
  }

  Optional<PersistentVolumeClaim> claim(PersistentVolumeClaim known) {
    return claims.get(known.getMetadata().getNamespace(), known.getMetadata().getName());
  }

  Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
    return classes.get(null, VolumeMatching.classOf(claim));
  }

  /** Returns the volumes that are nobody's and were not promised, smallest first. */
  List<PersistentVolume> free() {
    return volumes.all().stream()
        .filter(VolumeMatching::isFree)
        .filter(volume -> !promised.contains(volume.getMetadata().getName()))
        .sorted(VolumeMatching.SMALLEST_FIRST)
        .toList();
  }

  void promise(PersistentVolume volume) {
    promised.add(volume.getMetadata().getName());
  }

  void letGo(PersistentVolume volume) {
    promised.remove(volume.getMetadata().getName());
  }

  void assume(PersistentVolume written) {
    volumes.assume(written);
  }

  void assume(PersistentVolumeClaim written) {
    claims.assume(written);
  }

  private boolean waits(PersistentVolumeClaim claim) {
    return !VolumeMatching.namesVolume(claim)
        && classOf(claim).filter(VolumeMatching::delays).isPresent();
  }

  private static Optional<String> claimNameOf(Pod pod, Volume volume) {
    if (volume.getPersistentVolumeClaim() != null) {
      return Optional.of(volume.getPersistentVolumeClaim().getClaimName());
    }
    return volume.getEphemeral() == null
        ? Optional.empty()
        : Optional.of(pod.getMetadata().getName() + "-" + volume.getName());
  }

  private static Optional<String> problemOf(
      Volume volume, String name, Optional<PersistentVolumeClaim> claim) {
    if (claim.isEmpty()) {
      return Optional.of(
          volume.getEphemeral() == null
              ? "persistentvolumeclaim \"%s\" not found".formatted(name)
              : "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
                  .formatted(name));
    }
    PersistentVolumeClaim found = claim.get();
    if (found.getStatus() != null && "Lost".equals(found.getStatus().getPhase())) {
      return Optional.of(
          "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
              .formatted(name, found.getSpec().getVolumeName()));
    }
    return found.getMetadata().getDeletionTimestamp() == null
        ? Optional.empty()
        : Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
  }
}
