package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Informer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes, scales and deletes the ReplicaSets of Deployments, and tells of it. */
final class SetWriter {

  private static final String HASH = "pod-template-hash";

  private final Writes writes;
  private final Informer<ReplicaSet> sets;
  private final EventRecorder recorder;

  SetWriter(Writes writes, Informer<ReplicaSet> sets, EventRecorder recorder) {
    this.writes = writes;
    this.sets = sets;
    this.recorder = recorder;
  }

  /**
   * Makes the set for the template of a Deployment.
   *
   * @param replicas how many pods it shall begin with
   * @return the set; one that is there already, if it is this Deployment's
   */
  ReplicaSet create(Deployment deployment, long revision, int replicas) {
    String hash = Templates.hash(deployment.getSpec().getTemplate());
    Map<String, String> labels = new LinkedHashMap<>();
    if (deployment.getSpec().getTemplate().getMetadata() != null
        && deployment.getSpec().getTemplate().getMetadata().getLabels() != null) {
      labels.putAll(deployment.getSpec().getTemplate().getMetadata().getLabels());
    }
    labels.put(HASH, hash);
    ReplicaSet set =
        new ReplicaSetBuilder()
            .withNewMetadata()
            .withNamespace(deployment.getMetadata().getNamespace())
            .withName(deployment.getMetadata().getName() + "-" + hash)
            .withLabels(labels)
            .withAnnotations(
                SetRevisions.scaledFor(
                    deployment, SetRevisions.atRevision(revision, deployment, Map.of())))
            .withOwnerReferences(OwnedPods.controlledBy(deployment))
            .endMetadata()
            .withNewSpec()
            .withReplicas(replicas)
            .withMinReadySeconds(deployment.getSpec().getMinReadySeconds())
            .withNewSelectorLike(deployment.getSpec().getSelector())
            .addToMatchLabels(HASH, hash)
            .endSelector()
            .withNewTemplateLike(deployment.getSpec().getTemplate())
            .editOrNewMetadata()
            .addToLabels(HASH, hash)
            .endMetadata()
            .endTemplate()
            .endSpec()
            .build();
    ReplicaSet created = createOrFind(deployment, set);
    sets.assume(created);
    if (replicas > 0) {
      report(deployment, "up", created, 0, replicas);
    }
    return created;
  }

  private ReplicaSet createOrFind(Deployment deployment, ReplicaSet set) {
    try {
      return writes.create(set);
    } catch (ApiException refused) {
      if (!refused.isAlreadyThere()) {
        throw refused;
      }
      return writes
          .get(ReplicaSet.class, set.getMetadata().getNamespace(), set.getMetadata().getName())
          .filter(
              there ->
                  there.getMetadata().getOwnerReferences().stream()
                      .anyMatch(owner -> owner.getUid().equals(deployment.getMetadata().getUid())))
          .orElseThrow(() -> refused);
    }
  }

  /**
   * Writes the annotations and the patience that a set has from its Deployment, if they changed.
   */
  Optional<ReplicaSet> renew(Deployment deployment, ReplicaSet set, long revision) {
    Map<String, String> annotations =
        SetRevisions.atRevision(revision, deployment, SetRevisions.annotations(set));
    if (annotations.equals(SetRevisions.annotations(set))
        && Objects.equals(
            set.getSpec().getMinReadySeconds(), deployment.getSpec().getMinReadySeconds())) {
      return Optional.empty();
    }
    return Optional.of(
        update(
            new ReplicaSetBuilder(set)
                .editMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .editSpec()
                .withMinReadySeconds(deployment.getSpec().getMinReadySeconds())
                .endSpec()
                .build()));
  }

  /** Scales a set, and returns whether its size was another. */
  boolean scale(Deployment deployment, ReplicaSet set, int replicas) {
    int before = DeploymentSets.wanted(set);
    Map<String, String> annotations =
        SetRevisions.scaledFor(deployment, SetRevisions.annotations(set));
    if (before == replicas && annotations.equals(SetRevisions.annotations(set))) {
      return false;
    }
    update(
        new ReplicaSetBuilder(set)
            .editMetadata()
            .withAnnotations(annotations)
            .endMetadata()
            .editSpec()
            .withReplicas(replicas)
            .endSpec()
            .build());
    if (before == replicas) {
      return false;
    }
    report(deployment, before < replicas ? "up" : "down", set, before, replicas);
    return true;
  }

  /** Deletes a set. */
  void delete(ReplicaSet set) {
    try {
      writes.delete(
          ReplicaSet.class,
          set.getMetadata().getNamespace(),
          set.getMetadata().getName(),
          new DeleteOptions());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private ReplicaSet update(ReplicaSet set) {
    ReplicaSet written = writes.update(set);
    sets.assume(written);
    return written;
  }

  private void report(Deployment deployment, String way, ReplicaSet set, int from, int to) {
    recorder.record(
        deployment,
        EventRecorder.Type.NORMAL,
        "ScalingReplicaSet",
        "Scaled %s replica set %s from %d to %d"
            .formatted(way, set.getMetadata().getName(), from, to));
  }
}
