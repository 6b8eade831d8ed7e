package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tells victims whose going would break a disruption budget from others. A budget is used up in the
 * order in which victims are looked at. Source: {@code FilterVictimsWithPDBViolation}, {@code
 * pkg/scheduler/framework/preemption/util.go}, 1.37.
 */
final class DisruptionBudgets {

  /**
   * Victims told apart.
   *
   * @param breaking how many pods of each victim would break a budget
   */
  record Split(Map<Victim, Integer> breaking, List<Victim> others) {}

  private final Supplier<Collection<PodDisruptionBudget>> budgets;

  DisruptionBudgets(Supplier<Collection<PodDisruptionBudget>> budgets) {
    this.budgets = budgets;
  }

  /** Tells the victims apart, each part in the order given. */
  Split split(List<Victim> victims) {
    Map<PodDisruptionBudget, Integer> left = new LinkedHashMap<>();
    for (PodDisruptionBudget budget : budgets.get()) {
      left.put(budget, allowed(budget));
    }
    Map<Victim, Integer> breaking = new LinkedHashMap<>();
    List<Victim> others = new ArrayList<>();
    for (Victim victim : victims) {
      int pods =
          (int) victim.members().stream().filter(member -> breaks(member.pod(), left)).count();
      if (pods > 0) {
        breaking.put(victim, pods);
      } else {
        others.add(victim);
      }
    }
    return new Split(breaking, others);
  }

  private static boolean breaks(Pod pod, Map<PodDisruptionBudget, Integer> left) {
    for (Map.Entry<PodDisruptionBudget, Integer> entry : left.entrySet()) {
      if (covers(entry.getKey(), pod)) {
        entry.setValue(entry.getValue() - 1);
        if (entry.getValue() < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** A pod that the API server has let go already counts no more. */
  private static boolean covers(PodDisruptionBudget budget, Pod pod) {
    if (!budget.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())
        || pod.getMetadata().getLabels() == null
        || pod.getMetadata().getLabels().isEmpty()
        || isEmpty(budget.getSpec().getSelector())) {
      return false;
    }
    boolean gone =
        budget.getStatus() != null
            && budget.getStatus().getDisruptedPods() != null
            && budget.getStatus().getDisruptedPods().containsKey(pod.getMetadata().getName());
    return !gone && LabelSelectors.matches(budget.getSpec().getSelector(), pod);
  }

  private static boolean isEmpty(LabelSelector selector) {
    return selector == null
        || ((selector.getMatchLabels() == null || selector.getMatchLabels().isEmpty())
            && selector.getMatchExpressions().isEmpty());
  }

  private static int allowed(PodDisruptionBudget budget) {
    return budget.getStatus() == null || budget.getStatus().getDisruptionsAllowed() == null
        ? 0
        : budget.getStatus().getDisruptionsAllowed();
  }
}
