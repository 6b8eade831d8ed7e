package io.github.dratestkit.controlplane.faults;

import static io.github.dratestkit.controlplane.faults.Operation.cpu;
import static io.github.dratestkit.controlplane.faults.Operation.pick;
import static io.github.dratestkit.controlplane.faults.Operation.pod;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.List;

/** What a user does with workloads. Names carry the operation's number. */
enum WorkloadOperation implements Operation {
  DEPLOYMENT {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          workload(
              "apps/v1",
              "Deployment",
              "w" + number,
              "replicas: %d, strategy: {type: %s}"
                  .formatted(1 + choice % 3, choice % 4 == 0 ? "Recreate" : "RollingUpdate")),
          Deployment.class);
    }
  },
  STATEFUL_SET {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          workload(
              "apps/v1",
              "StatefulSet",
              "w" + number,
              """
              replicas: 2, podManagementPolicy: %s, volumeClaimTemplates: [%s]
              """
                  .formatted(
                      choice % 2 == 0 ? "Parallel" : "OrderedReady",
                      choice % 3 == 0
                          ? "{metadata: {name: data}, spec: %s}".formatted(VOLUME)
                          : "")),
          StatefulSet.class);
    }
  },
  DAEMON_SET {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          workload("apps/v1", "DaemonSet", "w" + number, "minReadySeconds: 0"), DaemonSet.class);
    }
  },
  JOB {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: batch/v1, kind: Job, metadata: {name: w%d, namespace: default}, spec: {
            completions: 2, parallelism: %d, %s
            template: {metadata: {labels: {app: w%d}},
                       spec: {restartPolicy: Never, %s}}}}
          """
              .formatted(
                  number,
                  1 + choice % 2,
                  choice % 3 == 0 ? "ttlSecondsAfterFinished: 30," : "",
                  number,
                  cpu("100m")),
          Job.class);
    }
  },
  POD_WITH_A_VOLUME {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: v1, kind: PersistentVolumeClaim,
           metadata: {name: v%d, namespace: default}, spec: %s}
          """
              .formatted(number, VOLUME.replace("later", choice % 2 == 0 ? "later" : "now")),
          PersistentVolumeClaim.class);
      laboratory.create(
          pod(
              "p" + number,
              "volumes: [{name: v, persistentVolumeClaim: {claimName: v%d}}], ".formatted(number)
                  + cpu("100m")),
          Pod.class);
    }
  },
  BUDGET {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: policy/v1, kind: PodDisruptionBudget,
           metadata: {name: b%d, namespace: default},
           spec: {minAvailable: 1, selector: {matchLabels: {app: w%d}}}}
          """
              .formatted(number, number == 0 ? 0 : choice % number),
          PodDisruptionBudget.class);
    }
  },
  SCALED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String patch = "{\"spec\":{\"replicas\":%d}}".formatted(choice / 7 % 4);
      pick(laboratory, Deployment.class, choice, one -> true)
          .ifPresent(one -> laboratory.change(Deployment.class, one, "", patch));
      pick(laboratory, StatefulSet.class, choice, one -> true)
          .ifPresent(one -> laboratory.change(StatefulSet.class, one, "", patch));
    }
  },
  NEW_TEMPLATE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String patch =
          "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"changed\":\"%d\"}}}}}"
              .formatted(choice % 3);
      pick(laboratory, Deployment.class, choice, one -> true)
          .ifPresent(one -> laboratory.change(Deployment.class, one, "", patch));
      pick(laboratory, StatefulSet.class, choice, one -> true)
          .ifPresent(one -> laboratory.change(StatefulSet.class, one, "", patch));
      pick(laboratory, DaemonSet.class, choice, one -> true)
          .ifPresent(one -> laboratory.change(DaemonSet.class, one, "", patch));
    }
  },
  POD_ENDS {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Pod.class, choice, pod -> pod.getSpec().getNodeName() != null)
          .ifPresent(pod -> laboratory.finish(pod, choice % 3 == 0 ? "Failed" : "Succeeded"));
    }
  },
  POD_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Pod.class, choice, pod -> true)
          .ifPresent(pod -> laboratory.delete(Pod.class, pod));
    }
  },
  VOLUME_CLAIM_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      // A pod of a stateful set waits for the next sync when its claim goes before it has a node.
      pick(
              laboratory,
              PersistentVolumeClaim.class,
              choice,
              claim -> claim.getMetadata().getName().startsWith("v"))
          .ifPresent(claim -> laboratory.delete(PersistentVolumeClaim.class, claim));
    }
  },
  WORKLOAD_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      delete(laboratory, KINDS.get(choice % KINDS.size()), choice);
    }
  },
  TIME_PASSES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.advance(Duration.ofSeconds(1 + choice % 40));
    }
  },
  CLOCK_JUMPS {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.jump(Duration.ofSeconds(1 + choice % 400));
    }
  };

  static final List<Class<? extends HasMetadata>> KINDS =
      List.of(Deployment.class, ReplicaSet.class, StatefulSet.class, DaemonSet.class, Job.class);

  private static final List<String> POLICIES = List.of("Background", "Foreground", "Orphan");

  private static final String VOLUME =
      "{accessModes: [ReadWriteOnce], storageClassName: later, resources: {requests: {storage: 1Gi}}}";

  private static <T extends HasMetadata> void delete(
      Laboratory laboratory, Class<T> kind, int choice) {
    pick(laboratory, kind, choice, one -> true)
        .ifPresent(
            one ->
                laboratory.delete(
                    kind,
                    one,
                    new DeleteOptionsBuilder()
                        .withPropagationPolicy(POLICIES.get(choice / 5 % POLICIES.size()))
                        .build()));
  }

  private static String workload(String version, String kind, String name, String spec) {
    return """
    {apiVersion: %s, kind: %s, metadata: {name: %s, namespace: default}, spec: {
      selector: {matchLabels: {app: %s}}, %s,
      template: {metadata: {labels: {app: %s}}, spec: {%s}}}}
    """
        .formatted(version, kind, name, name, spec.strip(), name, cpu("100m"));
  }
}
