package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
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
import org.jspecify.annotations.Nullable;

/**
 * The ReplicaSet controller: as many pods as are wanted, those that it adopts among them, and a
 * status that counts them. Source: {@code pkg/controller/replicaset}, 1.37.
 */
public final class ReplicaSetLoop extends PodWorkloadLoop<ReplicaSet> {

  private static final String FAILURE = "ReplicaFailure";

  /** Creates the loop. */
  public ReplicaSetLoop(ApiAccess access, Timers timers) {
    super("replicaset-controller", ReplicaSet.class, access, timers);
  }

  @Override
  LabelSelector selectorOf(ReplicaSet set) {
    return set.getSpec().getSelector();
  }

  @Override
  void sync(ReplicaSet set, List<Pod> managed) {
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
  private Optional<ApiException> scale(ReplicaSet set, List<Pod> active) {
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

  private void create(ReplicaSet set) {
    create(
        set,
        OwnedPods.from(set.getSpec().getTemplate(), set)
            .editMetadata()
            .withGenerateName(set.getMetadata().getName() + "-")
            .endMetadata()
            .build());
  }

  private void tell(
      ReplicaSet set, List<Pod> active, int terminating, Optional<ApiException> refusal) {
    ReplicaSetStatus before = set.getStatus() == null ? new ReplicaSetStatus() : set.getStatus();
    Duration rest = Duration.ofSeconds(count(set.getSpec().getMinReadySeconds()));
    ReplicaSetStatus now = new ReplicaSetStatus();
    now.setReplicas(active.size());
    now.setFullyLabeledReplicas(orNull(fullyLabelled(set, active)));
    now.setReadyReplicas(orNull(active.stream().filter(OwnedPods::isReady).count()));
    now.setAvailableReplicas(
        orNull(active.stream().filter(pod -> OwnedPods.isAvailable(pod, rest, now())).count()));
    now.setTerminatingReplicas(terminating);
    now.setObservedGeneration(set.getMetadata().getGeneration());
    now.setConditions(conditions(set, before, active.size(), refusal));
    if (!now.equals(before)) {
      workloads()
          .assume(writes().update(new ReplicaSetBuilder(set).withStatus(now).build(), "status"));
    }
    if (count(now.getReadyReplicas()) > count(now.getAvailableReplicas())) {
      lookAgain(set, rest);
    }
  }

  private static long fullyLabelled(ReplicaSet set, List<Pod> active) {
    Map<String, String> labels =
        set.getSpec().getTemplate().getMetadata() == null
                || set.getSpec().getTemplate().getMetadata().getLabels() == null
            ? Map.of()
            : set.getSpec().getTemplate().getMetadata().getLabels();
    return active.stream()
        .filter(pod -> LabelSelectors.labelsOf(pod).entrySet().containsAll(labels.entrySet()))
        .count();
  }

  private List<ReplicaSetCondition> conditions(
      ReplicaSet set, ReplicaSetStatus before, int active, Optional<ApiException> refusal) {
    List<ReplicaSetCondition> conditions =
        before.getConditions().stream()
            .filter(condition -> refusal.isPresent() || !condition.getType().equals(FAILURE))
            .toList();
    boolean known = conditions.stream().anyMatch(condition -> condition.getType().equals(FAILURE));
    return refusal.isEmpty() || known
        ? conditions
        : List.of(
            new ReplicaSetCondition(
                now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Objects.requireNonNullElse(refusal.get().getMessage(), ""),
                active < wanted(set) ? "FailedCreate" : "FailedDelete",
                "True",
                FAILURE));
  }

  private static int wanted(ReplicaSet set) {
    return set.getSpec().getReplicas() == null ? 1 : set.getSpec().getReplicas();
  }

  /** Counts of zero are left out, as Go leaves them out. */
  private static @Nullable Integer orNull(long count) {
    return count == 0 ? null : (int) count;
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
