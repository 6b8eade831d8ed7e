package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Workloads and their pods, volumes and budgets: as many as are wanted, and none that is not. */
enum WorkloadTheme implements Theme {
  THE;

  private static final int VOLUMES = 5;

  /** So often pods of jobs are let end before every job must have. */
  private static final int ROUNDS = 6;

  @Override
  public Set<String> loops() {
    return new LinkedHashSet<>(
        List.of(
            "scheduler",
            "garbage-collector-controller",
            "deployment-controller",
            "replicaset-controller",
            "statefulset-controller",
            "daemonset-controller",
            "job-controller",
            "ttl-after-finished-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-binder-controller",
            "disruption-controller"));
  }

  @Override
  public Map<String, Boolean> gates() {
    return Map.of();
  }

  @Override
  public boolean hasDrivers() {
    return false;
  }

  @Override
  public List<Operation> operations() {
    return List.of(WorkloadOperation.values());
  }

  @Override
  public void furnish(Laboratory laboratory) {
    for (String node : Laboratory.NODES) {
      laboratory.create(
          """
          {apiVersion: v1, kind: Node, metadata: {name: %s, labels: {host: %s}},
           status: {allocatable: {cpu: "16", memory: 8Gi, pods: "100"}}}
          """
              .formatted(node, node),
          Node.class);
    }
    for (String mode : List.of("later", "now")) {
      laboratory.create(
          """
          {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: %s},
           provisioner: kubernetes.io/no-provisioner, volumeBindingMode: %s}
          """
              .formatted(mode, mode.equals("now") ? "Immediate" : "WaitForFirstConsumer"),
          StorageClass.class);
      for (int i = 0; i < VOLUMES; i++) {
        laboratory.create(
            """
            {apiVersion: v1, kind: PersistentVolume, metadata: {name: %s%d}, spec: {
              capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: %s,
              persistentVolumeReclaimPolicy: Retain, hostPath: {path: /x}}}
            """
                .formatted(mode, i, mode),
            PersistentVolume.class);
      }
    }
  }

  @Override
  public void conclude(Laboratory laboratory) {
    laboratory.advance(Duration.ofMinutes(6));
    for (int i = 0; i < ROUNDS; i++) {
      laboratory.list(Pod.class).stream()
          .filter(WorkloadChecks::isWorkOfJob)
          .forEach(pod -> laboratory.finish(pod, "Succeeded"));
      laboratory.advance(Duration.ofMinutes(1));
    }
    WorkloadChecks.check(laboratory);
    WorkloadOperation.KINDS.forEach(laboratory::deleteAll);
    laboratory.deleteAll(PodDisruptionBudget.class);
    laboratory.advance(Duration.ofMinutes(1));
    // What deletions have orphaned on request is nobody's.
    laboratory.list(Pod.class).stream()
        .filter(pod -> pod.getMetadata().getOwnerReferences().isEmpty())
        .forEach(pod -> laboratory.delete(Pod.class, pod));
    laboratory.deleteAll(PersistentVolumeClaim.class);
    laboratory.advance(Duration.ofMinutes(2));
    Settled.nothingIsLeft(laboratory, Pod.class);
    WorkloadOperation.KINDS.forEach(kind -> Settled.nothingIsLeft(laboratory, kind));
    Settled.nothingIsLeft(laboratory, PersistentVolumeClaim.class);
    WorkloadChecks.ownersAreThere(laboratory, ControllerRevision.class);
  }
}
