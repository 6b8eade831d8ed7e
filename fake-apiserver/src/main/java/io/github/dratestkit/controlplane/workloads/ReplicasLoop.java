package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the controllers of ReplicaSets and of ReplicationControllers share, which upstream are one:
 * as many pods as are wanted, those that it adopts among them, and a status that counts them.
 * Source: {@code pkg/controller/replicaset}, 1.37.
 *
 * @param <T> the kind of set
 */
abstract class ReplicasLoop<T extends HasMetadata> extends PodWorkloadLoop<T> {

  /** The type of the condition of a set whose pods cannot be made or deleted. */
  private static final String FAILURE = "ReplicaFailure";

  ReplicasLoop(String name, Class<T> kind, ApiAccess access, Timers timers) {
    super(name, kind, access, timers);
  }

  /** Returns how many pods are wanted. */
  abstract int wanted(T set);

  abstract PodTemplateSpec templateOf(T set);

  /** Returns how long a pod must be ready to count as available. */
  abstract Duration rest(T set);

  /**
   * Returns the set with a status of these numbers, or the set itself if that is its status.
   *
   * @param refusal why pods could not be made or deleted
   */
  abstract T told(T set, Counts counts, Optional<ApiException> refusal);

  /**
   * The pods of a set in numbers.
   *
   * @param replicas all that are active
   * @param fullyLabelled those with all labels of the template
   */
  record Counts(int replicas, int fullyLabelled, int ready, int available, int terminating) {

    /** Counts of zero are left out of a status, as Go leaves them out. */
    static @Nullable Integer orNull(int count) {
      return count == 0 ? null : count;
    }
  }

  /** A condition that tells why pods could not be made or deleted. */
  @FunctionalInterface
  interface FailureCondition<C> {
    C of(String time, String message, String reason, String status, String type);
  }

  /**
   * Returns the conditions of a set after an attempt. That pods cannot be made or deleted is told
   * once, as long as it is so.
   */
  final <C> List<C> conditions(
      List<C> before,
      Function<C, String> type,
      boolean tooFew,
      Optional<ApiException> refusal,
      FailureCondition<C> failure) {
    List<C> conditions =
        before.stream()
            .filter(condition -> refusal.isPresent() || !type.apply(condition).equals(FAILURE))
            .toList();
    boolean known = conditions.stream().anyMatch(one -> type.apply(one).equals(FAILURE));
    return refusal.isEmpty() || known
        ? conditions
        : List.of(
            failure.of(
                now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Objects.requireNonNullElse(refusal.get().getMessage(), ""),
                tooFew ? "FailedCreate" : "FailedDelete",
                "True",
                FAILURE));
  }

  @Override
  final void sync(T set, List<Pod> managed) {
    List<Pod> active = managed.stream().filter(OwnedPods::isActive).toList();
    int terminating = (int) managed.stream().filter(OwnedPods::isTerminating).count();
    Optional<ApiException> refusal = Optional.empty();
    if (set.getMetadata().getDeletionTimestamp() == null && isUpToDate(set)) {
      refusal = scale(set, active);
    }
    tell(set, active, terminating, refusal);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** Makes or deletes pods; the first refusal ends it. */
  private Optional<ApiException> scale(T set, List<Pod> active) {
    try {
      for (int i = active.size(); i < wanted(set); i++) {
        create(set);
      }
      OwnedPods.leastWorthFirst(active).stream()
          .limit(Math.max(0, active.size() - wanted(set)))
          .forEach(pod -> delete(set, pod));
      return Optional.empty();
    } catch (ApiException refused) {
      return Optional.of(refused);
    }
  }

  private void create(T set) {
    create(
        set,
        OwnedPods.from(templateOf(set), set)
            .editMetadata()
            .withGenerateName(set.getMetadata().getName() + "-")
            .endMetadata()
            .build());
  }

  private void tell(T set, List<Pod> active, int terminating, Optional<ApiException> refusal) {
    Duration rest = rest(set);
    Counts counts =
        new Counts(
            active.size(),
            (int) fullyLabelled(set, active),
            (int) active.stream().filter(OwnedPods::isReady).count(),
            (int) active.stream().filter(pod -> OwnedPods.isAvailable(pod, rest, now())).count(),
            terminating);
    T told = told(set, counts, refusal);
    if (!told.equals(set)) {
      workloads().assume(writes().update(told, "status"));
    }
    if (counts.ready() > counts.available()) {
      lookAgain(set, rest);
    }
  }

  private long fullyLabelled(T set, List<Pod> active) {
    PodTemplateSpec template = templateOf(set);
    Map<String, String> labels =
        template.getMetadata() == null || template.getMetadata().getLabels() == null
            ? Map.of()
            : template.getMetadata().getLabels();
    return active.stream()
        .filter(pod -> LabelSelectors.labelsOf(pod).entrySet().containsAll(labels.entrySet()))
        .count();
  }
}
