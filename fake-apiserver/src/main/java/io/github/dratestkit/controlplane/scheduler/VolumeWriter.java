package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import java.util.Optional;

/**
 * Tells the volume controller which volumes the scheduler has chosen, and whether it has bound them
 * yet. What was written is not taken back, as upstream does not.
 */
final class VolumeWriter {

  private final Writes writes;
  private final Volumes volumes;

  VolumeWriter(Writes writes, Volumes volumes) {
    this.writes = writes;
    this.volumes = volumes;
  }

  /**
   * Writes what was chosen for a node.
   *
   * @throws BindingException if the server refuses
   */
  void write(VolumeCycle cycle, String node) {
    try {
      cycle.choice(node).matches().forEach(this::bind);
      cycle.choice(node).toBeMade().forEach(claim -> select(claim, node));
    } catch (ApiException refused) {
      throw new BindingException(
          "running PreBind plugin \"%s\": %s".formatted(Volumes.NAME, refused.getMessage()));
    }
  }

  /**
   * Says whether all chosen volumes are bound.
   *
   * @throws BindingException if they cannot be any more
   */
  boolean isDone(VolumeCycle cycle, String node) {
    return cycle.choice(node).matches().stream().allMatch(match -> isBound(match.claim()))
        && cycle.choice(node).toBeMade().stream().allMatch(this::isBound);
  }

  private boolean isBound(PersistentVolumeClaim claim) {
    Optional<PersistentVolumeClaim> now = volumes.claim(claim);
    if (now.isEmpty()) {
      throw new BindingException(
          "running PreBind plugin \"%s\": binding volumes: failed to check binding: could not find v1.PersistentVolumeClaim \"%s/%s\""
              .formatted(
                  Volumes.NAME, claim.getMetadata().getNamespace(), claim.getMetadata().getName()));
    }
    return VolumeMatching.isBound(now.get());
  }

  private void bind(VolumeCycle.Match match) {
    volumes.assume(writes.update(VolumeMatching.keptFor(match.volume(), match.claim())));
  }

  private void select(PersistentVolumeClaim claim, String node) {
    volumes.assume(
        writes.update(
            new PersistentVolumeClaimBuilder(claim)
                .editMetadata()
                .addToAnnotations(VolumeMatching.SELECTED_NODE, node)
                .endMetadata()
                .build()));
  }
}
