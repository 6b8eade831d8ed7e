package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodConditions;
import java.util.List;
import java.util.function.Predicate;

/**
 * Drives pods out: each is told why and deleted, except those that are only on their way to their
 * node, which are called back. Source: {@code pkg/scheduler/framework/preemption/executor.go},
 * 1.37.
 */
final class Evictions {

  static final String CONDITION = "DisruptionTarget";
  static final String REASON = "PreemptionByScheduler";

  /**
   * For whom others must go.
   *
   * @param kind {@code pod} or {@code podgroup}
   * @param where the name of the node, or {@code cluster} for a group
   */
  record Preemptor(String kind, String uid, int priority, String where) {}

  private final Writes writes;
  private final PodReports reports;
  private final Nominations nominations;
  private final Predicate<Pod> callBack;

  /**
   * Creates the means to drive pods out.
   *
   * @param callBack ends the way of a pod that is not bound yet, and says whether it could
   */
  Evictions(Writes writes, PodReports reports, Nominations nominations, Predicate<Pod> callBack) {
    this.writes = writes;
    this.reports = reports;
    this.nominations = nominations;
    this.callBack = callBack;
  }

  /** Drives out {@code victims} as far as they are not going already. */
  void evict(List<Pod> victims, Preemptor preemptor) {
    List<Pod> staying =
        victims.stream().filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).toList();
    if (staying.isEmpty()) {
      return;
    }
    nominations.weakerOn(preemptor.where(), preemptor.priority()).forEach(reports::clearNomination);
    for (Pod victim : staying) {
      if (callBack.test(victim)) {
        reports.preempted(victim, preemptor, " (in kube-scheduler memory).");
      } else if (delete(victim, preemptor)) {
        reports.preempted(victim, preemptor, "");
      }
    }
  }

  private boolean delete(Pod victim, Preemptor preemptor) {
    PodCondition condition =
        PodConditions.condition(
            CONDITION,
            "True",
            REASON,
            "default-scheduler: preempting to accommodate a higher priority " + preemptor.kind());
    reports.write(victim, condition, null);
    try {
      writes.delete(
          Pod.class,
          victim.getMetadata().getNamespace(),
          victim.getMetadata().getName(),
          new DeleteOptions());
    } catch (ApiException refused) {
      return false;
    }
    return true;
  }
}
