package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pods that a workload manages: how they are made, counted and taken away. */
final class OwnedPods {

  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  /**
   * Pods that are worth least come first: not placed, not running, not ready, cheap, youngest
   * ({@code ActivePodsWithRanks}).
   */
  private static final Comparator<Pod> LEAST_WORTH_FIRST =
      Comparator.comparing(PodClaims::isPlaced)
          .thenComparing(
              pod -> PHASES.indexOf(pod.getStatus() == null ? "" : pod.getStatus().getPhase()))
          .thenComparing(OwnedPods::isReady)
          .thenComparing(OwnedPods::costOf)
          .thenComparing(
              pod -> String.valueOf(pod.getMetadata().getCreationTimestamp()),
              Comparator.reverseOrder())
          .thenComparing(pod -> pod.getMetadata().getName());

  private OwnedPods() {}

  static OwnerReference controlledBy(HasMetadata owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  /** Returns a pod from a template, without a name. */
  static PodBuilder from(PodTemplateSpec template, HasMetadata owner) {
    return new PodBuilder()
        .withNewMetadataLike(
            template.getMetadata() == null ? new ObjectMeta() : template.getMetadata())
        .withNamespace(owner.getMetadata().getNamespace())
        .withOwnerReferences(controlledBy(owner))
        .endMetadata()
        .withSpec(template.getSpec());
  }

  /** Returns the uids of the owners that manage an object: one or none. */
  static Set<String> ownersOf(HasMetadata object) {
    return PodClaims.controllerOf(object).map(owner -> Set.of(owner.getUid())).orElse(Set.of());
  }

  static boolean isActive(Pod pod) {
    return !PodClaims.hasEnded(pod) && pod.getMetadata().getDeletionTimestamp() == null;
  }

  /** Says whether a pod was deleted and has not ended yet. */
  static boolean isTerminating(Pod pod) {
    return !PodClaims.hasEnded(pod) && pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Says whether a pod has been ready for so long. */
  static boolean isAvailable(Pod pod, Duration rest, Instant now) {
    if (!isReady(pod)) {
      return false;
    }
    String since = PodConditions.find(pod, "Ready").orElseThrow().getLastTransitionTime();
    return rest.isZero() || (since != null && !Instant.parse(since).plus(rest).isAfter(now));
  }

  static boolean isReady(Pod pod) {
    return PodConditions.find(pod, "Ready")
        .filter(condition -> "True".equals(condition.getStatus()))
        .isPresent();
  }

  static boolean hasPhase(Pod pod, String phase) {
    return Optional.ofNullable(pod.getStatus())
        .filter(status -> phase.equals(status.getPhase()))
        .isPresent();
  }

  private static int costOf(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String cost = annotations == null ? null : annotations.get(COST);
    try {
      return cost == null ? 0 : Integer.parseInt(cost);
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  /** Returns pods in the order in which to take them away. */
  static List<Pod> leastWorthFirst(List<Pod> pods) {
    return pods.stream().sorted(LEAST_WORTH_FIRST).toList();
  }

  /** Deletes a pod; one that has gone already is fine. */
  static void delete(Writes writes, Pod pod) {
    try {
      writes.delete(
          Pod.class,
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          new DeleteOptionsBuilder()
              .withNewPreconditions()
              .withUid(pod.getMetadata().getUid())
              .endPreconditions()
              .build());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }
}
