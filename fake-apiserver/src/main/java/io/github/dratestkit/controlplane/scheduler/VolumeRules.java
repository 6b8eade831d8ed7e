package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.VolumeMatching;

/** What decides whether a pod can use a volume on a node. */
final class VolumeRules {

  private VolumeRules() {}

  /** Says whether a volume can be reached from a node. */
  static boolean reaches(PersistentVolume volume, Node node) {
    return volume.getSpec().getNodeAffinity() == null
        || volume.getSpec().getNodeAffinity().getRequired() == null
        || NodeSelectors.matches(volume.getSpec().getNodeAffinity().getRequired(), node);
  }

  /** Says whether a free volume could be given to a claim on a node. */
  static boolean serves(PersistentVolume volume, PersistentVolumeClaim claim, Node node) {
    return VolumeMatching.isFree(volume)
        && VolumeMatching.suits(volume, claim)
        && volume.getSpec().getAccessModes().containsAll(claim.getSpec().getAccessModes())
        && reaches(volume, node);
  }
}
