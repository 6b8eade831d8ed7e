package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.common.VolumeMatching;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What must be true of workloads once nothing goes wrong any more. */
final class WorkloadChecks {

  private WorkloadChecks() {}

  /** Says whether a pod runs for a job. */
  static boolean isWorkOfJob(Pod pod) {
    return !PodClaims.hasEnded(pod)
        && pod.getSpec().getNodeName() != null
        && PodClaims.controllerOf(pod).filter(owner -> owner.getKind().equals("Job")).isPresent();
  }

  static void check(Laboratory laboratory) {
    List<Pod> pods = laboratory.list(Pod.class);
    ownersAreThere(laboratory, Pod.class);
    ownersAreThere(laboratory, ReplicaSet.class);
    List<ReplicaSet> sets = laboratory.list(ReplicaSet.class);
    for (ReplicaSet set : sets) {
      same(set, "pods", set.getSpec().getReplicas(), owned(pods, set).size());
      same(set, "status.replicas", set.getSpec().getReplicas(), set.getStatus().getReplicas());
    }
    laboratory.list(Deployment.class).forEach(one -> check(one, sets));
    boolean volumesAreFree =
        laboratory.list(PersistentVolume.class).stream().anyMatch(VolumeMatching::isFree);
    for (StatefulSet set : laboratory.list(StatefulSet.class)) {
      if (set.getSpec().getVolumeClaimTemplates().isEmpty() || volumesAreFree) {
        same(set, "pods", set.getSpec().getReplicas(), owned(pods, set).size());
        same(set, "readyReplicas", set.getSpec().getReplicas(), set.getStatus().getReadyReplicas());
        same(
            set,
            "updatedReplicas",
            set.getSpec().getReplicas(),
            set.getStatus().getUpdatedReplicas());
      }
    }
    for (DaemonSet set : laboratory.list(DaemonSet.class)) {
      same(set, "pods", Laboratory.NODES.size(), owned(pods, set).size());
      same(set, "numberReady", Laboratory.NODES.size(), set.getStatus().getNumberReady());
      same(
          set,
          "updatedNumberScheduled",
          Laboratory.NODES.size(),
          set.getStatus().getUpdatedNumberScheduled());
    }
    laboratory.list(Job.class).forEach(WorkloadChecks::check);
    laboratory.list(PodDisruptionBudget.class).forEach(budget -> check(budget, pods));
    laboratory.list(PersistentVolumeClaim.class).forEach(claim -> check(claim, pods));
    pods.stream()
        .filter(pod -> pod.getSpec().getNodeName() == null && pod.getSpec().getVolumes().isEmpty())
        .forEach(
            pod -> {
              throw wrong(pod, "waits although there is room: " + pod.getStatus());
            });
  }

  private static void check(Deployment deployment, List<ReplicaSet> sets) {
    Integer wanted = deployment.getSpec().getReplicas();
    same(deployment, "updatedReplicas", wanted, deployment.getStatus().getUpdatedReplicas());
    same(deployment, "availableReplicas", wanted, deployment.getStatus().getAvailableReplicas());
    same(deployment, "replicas", wanted, deployment.getStatus().getReplicas());
    int all =
        sets.stream()
            .filter(set -> isOwnedBy(set, deployment))
            .mapToInt(set -> set.getSpec().getReplicas())
            .sum();
    same(deployment, "pods wanted of replica sets", wanted, all);
  }

  private static void check(Job job) {
    boolean hasEnded =
        job.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    Set.of("Complete", "Failed").contains(condition.getType())
                        && condition.getStatus().equals("True"));
    if (!hasEnded) {
      throw wrong(job, "does not end: " + job.getStatus());
    }
  }

  private static void check(PodDisruptionBudget budget, List<Pod> pods) {
    long healthy =
        pods.stream()
            .filter(pod -> LabelSelectors.matches(budget.getSpec().getSelector(), pod))
            .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null && isReady(pod))
            .count();
    same(budget, "currentHealthy", (int) healthy, budget.getStatus().getCurrentHealthy());
  }

  private static void check(PersistentVolumeClaim claim, List<Pod> pods) {
    // A pod that has ended uses its claims until it is deleted, as upstream has it.
    boolean used =
        pods.stream()
            .filter(PodClaims::isPlaced)
            .flatMap(pod -> pod.getSpec().getVolumes().stream())
            .filter(volume -> volume.getPersistentVolumeClaim() != null)
            .anyMatch(
                volume ->
                    claim
                        .getMetadata()
                        .getName()
                        .equals(volume.getPersistentVolumeClaim().getClaimName()));
    if (!used && claim.getMetadata().getDeletionTimestamp() != null) {
      throw wrong(claim, "does not go although no pod with a node uses it");
    }
  }

  /** Says that nothing is left whose owner is gone. */
  static <T extends HasMetadata> void ownersAreThere(Laboratory laboratory, Class<T> kind) {
    List<HasMetadata> owners = new ArrayList<>();
    WorkloadOperation.KINDS.forEach(one -> owners.addAll(laboratory.list(one)));
    Set<String> uids =
        owners.stream().map(owner -> owner.getMetadata().getUid()).collect(Collectors.toSet());
    for (T object : laboratory.list(kind)) {
      for (OwnerReference owner : object.getMetadata().getOwnerReferences()) {
        if (!uids.contains(owner.getUid())) {
          throw wrong(object, "is left without its owner " + owner.getName());
        }
      }
    }
  }

  private static List<Pod> owned(List<Pod> pods, HasMetadata owner) {
    return pods.stream().filter(pod -> isOwnedBy(pod, owner) && !PodClaims.hasEnded(pod)).toList();
  }

  private static boolean isOwnedBy(HasMetadata object, HasMetadata owner) {
    return PodClaims.controllerOf(object)
        .filter(reference -> reference.getUid().equals(owner.getMetadata().getUid()))
        .isPresent();
  }

  private static boolean isReady(Pod pod) {
    return PodConditions.find(pod, "Ready")
        .filter(condition -> "True".equals(condition.getStatus()))
        .isPresent();
  }

  private static void same(HasMetadata object, String what, Integer wanted, Integer is) {
    int given = Objects.requireNonNullElse(is, 0);
    if (wanted != given) {
      throw wrong(object, "has %d instead of %d %s".formatted(given, wanted, what));
    }
  }

  private static Violation wrong(HasMetadata object, String what) {
    return new Violation(
        "workload does not settle",
        "%s %s %s".formatted(object.getKind(), object.getMetadata().getName(), what));
  }
}
