package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which volume suits which claim, for those who bind them: the scheduler for claims that wait for
 * their first consumer, the volume controller for all others. Source: {@code
 * component-helpers/storage/volume}, 1.37.
 */
public final class VolumeMatching {

  /** Says of a claim that its binding is done. */
  public static final String COMPLETED = "pv.kubernetes.io/bind-completed";

  /** Says that nobody but a controller has chosen the other side. */
  public static final String BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

  /** Names the node that the scheduler has chosen for a volume that is to be made. */
  public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  /** The provisioner of classes whose volumes are made by hand. */
  public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

  /** The smallest volume first, then by name. */
  public static final Comparator<PersistentVolume> SMALLEST_FIRST =
      Comparator.<PersistentVolume>comparingLong(volume -> storage(volume.getSpec().getCapacity()))
          .thenComparing(volume -> volume.getMetadata().getName());

  private VolumeMatching() {}

  /** Says whether a claim has its volume. */
  public static boolean isBound(PersistentVolumeClaim claim) {
    return claim.getSpec().getVolumeName() != null
        && !claim.getSpec().getVolumeName().isEmpty()
        && annotation(claim, COMPLETED).isPresent();
  }

  /** Says whether a claim names a volume, bound or not. */
  public static boolean namesVolume(PersistentVolumeClaim claim) {
    return claim.getSpec().getVolumeName() != null && !claim.getSpec().getVolumeName().isEmpty();
  }

  /** Returns the class that a claim names, empty if none. */
  public static String classOf(PersistentVolumeClaim claim) {
    return Objects.requireNonNullElse(claim.getSpec().getStorageClassName(), "");
  }

  /** Says whether a class lets claims wait for their first consumer. */
  public static boolean delays(StorageClass storageClass) {
    return "WaitForFirstConsumer".equals(storageClass.getVolumeBindingMode());
  }

  /** Says whether a volume belongs to nobody and may be given away. */
  public static boolean isFree(PersistentVolume volume) {
    return volume.getSpec().getClaimRef() == null
        && volume.getMetadata().getDeletionTimestamp() == null
        && volume.getStatus() != null
        && "Available".equals(volume.getStatus().getPhase());
  }

  /** Says whether a volume is kept for a claim, by name and, if it is written, uid. */
  public static boolean isFor(PersistentVolume volume, PersistentVolumeClaim claim) {
    var reference = volume.getSpec().getClaimRef();
    return reference != null
        && Objects.equals(reference.getNamespace(), claim.getMetadata().getNamespace())
        && Objects.equals(reference.getName(), claim.getMetadata().getName())
        && (reference.getUid() == null
            || reference.getUid().isEmpty()
            || reference.getUid().equals(claim.getMetadata().getUid()));
  }

  /**
   * Returns a volume as it is kept for a claim. A volume that was free says that a controller has
   * chosen its claim; one that was made for it does not.
   */
  public static PersistentVolume keptFor(PersistentVolume volume, PersistentVolumeClaim claim) {
    PersistentVolumeBuilder kept =
        new PersistentVolumeBuilder(volume)
            .editSpec()
            .withNewClaimRef()
            .withApiVersion("v1")
            .withKind("PersistentVolumeClaim")
            .withNamespace(claim.getMetadata().getNamespace())
            .withName(claim.getMetadata().getName())
            .withUid(claim.getMetadata().getUid())
            .withResourceVersion(claim.getMetadata().getResourceVersion())
            .endClaimRef()
            .endSpec();
    if (volume.getSpec().getClaimRef() == null) {
      kept.editMetadata().addToAnnotations(BY_CONTROLLER, "yes").endMetadata();
    }
    return kept.build();
  }

  /** Says whether size, class, mode and labels of a volume are what a claim asks for. */
  public static boolean suits(PersistentVolume volume, PersistentVolumeClaim claim) {
    return storage(volume.getSpec().getCapacity()) >= requested(claim)
        && classOf(claim)
            .equals(Objects.requireNonNullElse(volume.getSpec().getStorageClassName(), ""))
        && mode(claim.getSpec().getVolumeMode()).equals(mode(volume.getSpec().getVolumeMode()))
        && (claim.getSpec().getSelector() == null
            || LabelSelectors.matches(claim.getSpec().getSelector(), volume));
  }

  /** Returns how much a claim asks for, in bytes. */
  public static long requested(PersistentVolumeClaim claim) {
    return claim.getSpec().getResources() == null
        ? 0
        : storage(claim.getSpec().getResources().getRequests());
  }

  /** Returns an annotation of an object. */
  public static Optional<String> annotation(HasMetadata object, String key) {
    return Optional.ofNullable(object.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(key));
  }

  private static String mode(@Nullable String mode) {
    return mode == null || mode.isEmpty() ? "Filesystem" : mode;
  }

  private static long storage(
      @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> amounts) {
    var amount = amounts == null ? null : amounts.get("storage");
    return amount == null ? 0 : Quantity.decode(amount.toString()).value();
  }
}
