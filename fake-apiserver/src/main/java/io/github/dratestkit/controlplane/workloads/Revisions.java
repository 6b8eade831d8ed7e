package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.ControllerRevisionBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The templates that a StatefulSet or a DaemonSet has had, kept as ControllerRevisions. Source:
 * {@code pkg/controller/history}, 1.37.
 */
final class Revisions {

  private static final Comparator<ControllerRevision> LOWEST_FIRST =
      Comparator.comparing(ControllerRevision::getRevision)
          .thenComparing(revision -> revision.getMetadata().getName());

  private final Writes writes;
  private final Index<ControllerRevision, String> byOwner = new Index<>(OwnedPods::ownersOf);
  private final String hashLabel;

  /** Creates one that notes the hash of a template under {@code hashLabel}. */
  Revisions(Writes writes, String hashLabel) {
    this.writes = writes;
    this.hashLabel = hashLabel;
  }

  void changed(Change<ControllerRevision> change) {
    byOwner.apply(change);
  }

  /** Returns the revision of a name. */
  static Optional<ControllerRevision> named(List<ControllerRevision> revisions, String name) {
    return revisions.stream()
        .filter(revision -> revision.getMetadata().getName().equals(name))
        .findFirst();
  }

  /** Returns the revisions of a workload, the lowest first, as far as they are known. */
  List<ControllerRevision> of(HasMetadata owner, Informer<ControllerRevision> latest) {
    return byOwner.under(owner.getMetadata().getUid()).stream()
        .map(revision -> latest.get(ObjectKey.of(revision)).orElse(revision))
        .sorted(LOWEST_FIRST)
        .toList();
  }

  /** Returns the revision of a template: the highest, made or raised if it is not yet. */
  ControllerRevision ensure(
      HasMetadata owner, PodTemplateSpec template, List<ControllerRevision> known) {
    RevisionData data = RevisionData.of(template);
    long next = known.isEmpty() ? 1 : known.get(known.size() - 1).getRevision() + 1;
    Optional<ControllerRevision> same =
        known.stream().filter(revision -> data.isIn(revision)).reduce((lower, higher) -> higher);
    if (same.isPresent()) {
      return same.get().getRevision() == next - 1
          ? same.get()
          : writes.update(new ControllerRevisionBuilder(same.get()).withRevision(next).build());
    }
    return create(owner, template, data, next);
  }

  /** Returns the template that a revision holds. */
  static PodTemplateSpec templateOf(ControllerRevision revision) {
    return RevisionData.templateOf(revision);
  }

  /** Deletes the lowest revisions beyond a limit that are not in use. */
  void forgetOld(List<ControllerRevision> known, Set<String> inUse, int limit) {
    List<ControllerRevision> spare =
        known.stream()
            .filter(revision -> !inUse.contains(revision.getMetadata().getName()))
            .toList();
    spare.stream().limit(Math.max(0, spare.size() - (long) limit)).forEach(this::delete);
  }

  private ControllerRevision create(
      HasMetadata owner, PodTemplateSpec template, RevisionData data, long number) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (template.getMetadata() != null && template.getMetadata().getLabels() != null) {
      labels.putAll(template.getMetadata().getLabels());
    }
    labels.put(hashLabel, data.hash());
    ControllerRevision revision =
        new ControllerRevisionBuilder()
            .withNewMetadata()
            .withNamespace(owner.getMetadata().getNamespace())
            .withName(owner.getMetadata().getName() + "-" + data.hash())
            .withLabels(labels)
            .withAnnotations(owner.getMetadata().getAnnotations())
            .withOwnerReferences(OwnedPods.controlledBy(owner))
            .endMetadata()
            .withData(Serialization.unmarshal(data.json(), Map.class))
            .withRevision(number)
            .build();
    try {
      return writes.create(revision);
    } catch (ApiException refused) {
      if (!refused.isAlreadyThere()) {
        throw refused;
      }
      return writes
          .get(
              ControllerRevision.class,
              revision.getMetadata().getNamespace(),
              revision.getMetadata().getName())
          .orElseThrow(() -> refused);
    }
  }

  private void delete(ControllerRevision revision) {
    try {
      writes.delete(
          ControllerRevision.class,
          revision.getMetadata().getNamespace(),
          revision.getMetadata().getName(),
          new DeleteOptions());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }
}
