package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatusBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The disruption controller. It counts the healthy pods of each PodDisruptionBudget and says how
 * many may be evicted; evictions themselves are up to the API server. Source: {@code
 * pkg/controller/disruption}, 1.37.
 */
public final class DisruptionLoop extends ReconcilingLoop<ObjectKey> {

  /** So long an evicted pod may take to go before it counts again. */
  private static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

  private static final String UNMANAGED =
      "Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a"
          + " result, the status of the PDB cannot be calculated correctly, which may result in"
          + " undefined behavior. To account for these pods please set \".spec.minAvailable\" field"
          + " of the PDB to an integer value.";

  private final Timers timers;
  private final EventRecorder recorder;
  private final Informer<PodDisruptionBudget> budgets;
  private final Informer<Pod> pods;
  private final Informer<ReplicaSet> replicaSets;
  private final Informer<StatefulSet> statefulSets;

  /** Creates the loop. */
  public DisruptionLoop(ApiAccess access, Timers timers) {
    super("disruption-controller", access, timers);
    this.timers = timers;
    this.recorder = EventRecorder.core(writes(), timers, "controllermanager");
    this.budgets =
        inform(PodDisruptionBudget.class, change -> queue().add(ObjectKey.of(change.object())));
    this.pods = inform(Pod.class, this::podChanged);
    this.replicaSets = inform(ReplicaSet.class, change -> {});
    this.statefulSets = inform(StatefulSet.class, change -> {});
  }

  private void podChanged(Change<Pod> change) {
    String namespace = change.object().getMetadata().getNamespace();
    for (PodDisruptionBudget budget : budgets.all()) {
      if (budget.getMetadata().getNamespace().equals(namespace)) {
        queue().add(ObjectKey.of(budget));
      }
    }
  }

  @Override
  protected void reconcile(ObjectKey key) {
    budgets.get(key).ifPresent(this::sync);
  }

  private void sync(PodDisruptionBudget budget) {
    List<Pod> covered =
        pods.all().stream()
            .filter(
                pod -> pod.getMetadata().getNamespace().equals(budget.getMetadata().getNamespace()))
            .filter(pod -> LabelSelectors.matches(budget.getSpec().getSelector(), pod))
            .toList();
    Map<String, String> disrupted = stillDisrupted(budget, covered);
    int healthy = 0;
    for (Pod pod : covered) {
      boolean counts =
          pod.getMetadata().getDeletionTimestamp() == null
              && !disrupted.containsKey(pod.getMetadata().getName())
              && isReady(pod);
      healthy += counts ? 1 : 0;
    }
    write(budget, covered, healthy, disrupted);
  }

  private void write(
      PodDisruptionBudget budget, List<Pod> covered, int healthy, Map<String, String> disrupted) {
    IntOrString least = budget.getSpec().getMinAvailable();
    IntOrString most = budget.getSpec().getMaxUnavailable();
    boolean byPods = most == null && (least == null || least.getIntVal() != null);
    report(budget, covered, byPods);
    int expected = byPods ? covered.size() : expectedByOwners(covered);
    int desired =
        most == null ? scaled(least, expected) : Math.max(0, expected - scaled(most, expected));
    int allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
    PodDisruptionBudgetStatus before = budget.getStatus();
    PodDisruptionBudgetStatus now =
        new PodDisruptionBudgetStatusBuilder()
            .withConditions(condition(budget, before, allowed))
            .withCurrentHealthy(healthy)
            .withDesiredHealthy(desired)
            .withExpectedPods(expected)
            .withDisruptionsAllowed(allowed)
            .withDisruptedPods(disrupted)
            .withObservedGeneration(budget.getMetadata().getGeneration())
            .build();
    if (!now.equals(before)) {
      budgets.assume(
          writes()
              .update(new PodDisruptionBudgetBuilder(budget).withStatus(now).build(), "status"));
    }
  }

  private void report(PodDisruptionBudget budget, List<Pod> covered, boolean byPods) {
    if (covered.isEmpty()) {
      recorder.record(budget, EventRecorder.Type.NORMAL, "NoPods", "No matching pods found");
    }
    if (!byPods && covered.stream().anyMatch(pod -> PodClaims.controllerOf(pod).isEmpty())) {
      recorder.record(
          budget,
          EventRecorder.Type.WARNING,
          "UnmanagedPods",
          UNMANAGED.formatted(LabelSelectors.inGo(budget.getSpec().getSelector())));
    }
  }

  private Condition condition(
      PodDisruptionBudget budget, @Nullable PodDisruptionBudgetStatus before, int allowed) {
    String status = allowed > 0 ? "True" : "False";
    Condition old = null;
    for (Condition known : before == null ? List.<Condition>of() : before.getConditions()) {
      old = known.getType().equals("DisruptionAllowed") ? known : old;
    }
    String since =
        old != null && old.getStatus().equals(status)
            ? old.getLastTransitionTime()
            : timers.instant().toString();
    return new ConditionBuilder()
        .withType("DisruptionAllowed")
        .withStatus(status)
        .withReason(allowed > 0 ? "SufficientPods" : "InsufficientPods")
        .withMessage("")
        .withObservedGeneration(budget.getMetadata().getGeneration())
        .withLastTransitionTime(since)
        .build();
  }

  // An eviction notes the pod here; it stays noted until it goes or takes too long to.
  private Map<String, String> stillDisrupted(PodDisruptionBudget budget, List<Pod> covered) {
    Map<String, String> still = new TreeMap<>();
    PodDisruptionBudgetStatus status = budget.getStatus();
    if (status == null || status.getDisruptedPods() == null) {
      return still;
    }
    for (Pod pod : covered) {
      String name = pod.getMetadata().getName();
      String since = status.getDisruptedPods().get(name);
      boolean waits =
          since != null
              && pod.getMetadata().getDeletionTimestamp() == null
              && Instant.parse(since).plus(DELETION_TIMEOUT).isAfter(timers.instant());
      if (waits) {
        still.put(name, since);
        queue().addAfter(ObjectKey.of(budget), DELETION_TIMEOUT);
      }
    }
    return still;
  }

  // Shares of a workload are shares of what its owners ask for; pods of nobody do not count.
  private int expectedByOwners(List<Pod> covered) {
    Set<String> owners = new LinkedHashSet<>();
    covered.forEach(
        pod ->
            pod.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .forEach(owner -> owners.add(owner.getUid())));
    int expected = 0;
    for (ReplicaSet set : replicaSets.all()) {
      expected += owners.contains(set.getMetadata().getUid()) ? set.getSpec().getReplicas() : 0;
    }
    for (StatefulSet set : statefulSets.all()) {
      expected += owners.contains(set.getMetadata().getUid()) ? set.getSpec().getReplicas() : 0;
    }
    return expected;
  }

  /** Returns an amount, of which a share is rounded up. */
  private static int scaled(@Nullable IntOrString amount, int whole) {
    if (amount == null) {
      return 1;
    }
    if (amount.getIntVal() != null) {
      return amount.getIntVal();
    }
    String text = amount.getStrVal();
    int percent = Integer.parseInt(text.substring(0, text.length() - 1));
    return (whole * percent + 99) / 100;
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(
            condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }
}
