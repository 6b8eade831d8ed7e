package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of one pod during one attempt: it says on which nodes they can be used, and which
 * volumes claims get there that wait for their first consumer.
 */
final class VolumeCycle implements NodeFilter {

  /** A claim and the volume it gets. */
  record Match(PersistentVolumeClaim claim, PersistentVolume volume) {}

  /**
   * What is to be written for a node.
   *
   * @param matches claims that get a volume that is there
   * @param toBeMade claims for which somebody will make one
   */
  record Choice(List<Match> matches, List<PersistentVolumeClaim> toBeMade) {
    boolean isEmpty() {
      return matches.isEmpty() && toBeMade.isEmpty();
    }
  }

  /** The volumes of a pod that has none. */
  static final VolumeCycle NONE = new VolumeCycle();

  private static final Choice NOTHING = new Choice(List.of(), List.of());

  private final @Nullable Volumes volumes;
  private final List<PersistentVolumeClaim> bound;
  private final List<PersistentVolumeClaim> waiting;
  private final Map<String, Choice> byNode = new HashMap<>();

  private VolumeCycle() {
    this.volumes = null;
    this.bound = List.of();
    this.waiting = List.of();
  }

  VolumeCycle(
      Volumes volumes, List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> waiting) {
    this.volumes = volumes;
    this.bound = List.copyOf(bound);
    this.waiting =
        waiting.stream().sorted(Comparator.comparingLong(VolumeMatching::requested)).toList();
  }

  /** Says whether every volume is known already, so that none has to be chosen with the node. */
  boolean isSettled() {
    return waiting.isEmpty();
  }

  /** Returns what is to be written if the pod goes to a node. */
  Choice choice(String node) {
    return byNode.getOrDefault(node, NOTHING);
  }

  /** Keeps the chosen volumes from other pods. */
  void hold(String node) {
    choice(node).matches().forEach(match -> known().promise(match.volume()));
  }

  /** Takes back what {@link #hold} did. */
  void letGo(String node) {
    choice(node).matches().forEach(match -> known().letGo(match.volume()));
  }

  @Override
  public Verdict check(Pod pod, PodDemand demand, NodeInfo node) {
    for (PersistentVolumeClaim claim : bound) {
      Optional<PersistentVolume> volume = known().volume(claim.getSpec().getVolumeName());
      if (volume.isEmpty()) {
        return refused("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
      }
      if (!VolumeRules.reaches(volume.get(), node.node())) {
        return refused("node(s) didn't match PersistentVolume's node affinity");
      }
    }
    if (waiting.isEmpty()) {
      return Verdict.FITS;
    }
    Optional<Choice> choice = chooseOn(node);
    if (choice.isEmpty()) {
      return refused("node(s) didn't find available persistent volumes to bind");
    }
    byNode.put(node.name(), choice.get());
    return Verdict.FITS;
  }

  private Optional<Choice> chooseOn(NodeInfo node) {
    List<Match> matches = new ArrayList<>();
    List<PersistentVolumeClaim> toBeMade = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (PersistentVolumeClaim claim : waiting) {
      Optional<String> selected = VolumeMatching.annotation(claim, VolumeMatching.SELECTED_NODE);
      if (selected.isPresent() && !selected.get().equals(node.name())) {
        return Optional.empty();
      }
      Optional<PersistentVolume> match =
          selected.isPresent()
              ? Optional.empty()
              : known().free().stream()
                  .filter(volume -> !taken.contains(volume.getMetadata().getName()))
                  .filter(volume -> VolumeRules.serves(volume, claim, node.node()))
                  .findFirst();
      if (match.isPresent()) {
        taken.add(match.get().getMetadata().getName());
        matches.add(new Match(claim, match.get()));
      } else if (canBeMade(claim)) {
        toBeMade.add(claim);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new Choice(matches, toBeMade));
  }

  private boolean canBeMade(PersistentVolumeClaim claim) {
    return known()
        .classOf(claim)
        .map(storageClass -> storageClass.getProvisioner())
        .filter(provisioner -> !provisioner.isEmpty())
        .filter(provisioner -> !provisioner.equals(VolumeMatching.NO_PROVISIONER))
        .isPresent();
  }

  private Volumes known() {
    return Objects.requireNonNull(volumes);
  }

  private static Verdict refused(String reason) {
    return Verdict.rejected(Volumes.NAME, Remedy.NONE, reason);
  }
}
