package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/** What makes pods of a template, and what counts and scales them. */
public final class WorkloadKinds {

  private WorkloadKinds() {}

  /** Returns the strategies of these kinds by resource. */
  public static Map<GroupResource, Strategy> strategies() {
    return Map.ofEntries(
        Map.entry(
            new GroupResource("", "replicationcontrollers"), new ReplicationControllerStrategy()),
        Map.entry(new GroupResource("apps", "deployments"), new DeploymentStrategy()),
        Map.entry(new GroupResource("apps", "replicasets"), new ReplicaSetStrategy()),
        Map.entry(
            new GroupResource("apps", "controllerrevisions"), new ControllerRevisionStrategy()),
        Map.entry(new GroupResource("apps", "daemonsets"), new DaemonSetStrategy()),
        Map.entry(new GroupResource("apps", "statefulsets"), new StatefulSetStrategy()),
        Map.entry(new GroupResource("batch", "jobs"), new JobStrategy()),
        Map.entry(new GroupResource("batch", "cronjobs"), new CronJobStrategy()),
        Map.entry(
            new GroupResource("policy", "poddisruptionbudgets"), new DisruptionBudgetStrategy()),
        Map.entry(
            new GroupResource("autoscaling", "horizontalpodautoscalers"),
            new AutoscalerStrategy()));
  }
}
