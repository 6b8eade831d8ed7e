package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The ReplicaSet controller. */
public final class ReplicaSetLoop extends ReplicasLoop<ReplicaSet> {

  /** Creates the loop. */
  public ReplicaSetLoop(ApiAccess access, Timers timers) {
    super("replicaset-controller", ReplicaSet.class, access, timers);
  }

  @Override
  LabelSelector selectorOf(ReplicaSet set) {
    return set.getSpec().getSelector();
  }

  @Override
  int wanted(ReplicaSet set) {
    return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
  }

  @Override
  PodTemplateSpec templateOf(ReplicaSet set) {
    return set.getSpec().getTemplate();
  }

  @Override
  Duration rest(ReplicaSet set) {
    return Duration.ofSeconds(Objects.requireNonNullElse(set.getSpec().getMinReadySeconds(), 0));
  }

  @Override
  ReplicaSet told(ReplicaSet set, Counts counts, Optional<ApiException> refusal) {
    ReplicaSetStatus before = set.getStatus() == null ? new ReplicaSetStatus() : set.getStatus();
    ReplicaSetStatus now = new ReplicaSetStatus();
    now.setReplicas(counts.replicas());
    now.setFullyLabeledReplicas(Counts.orNull(counts.fullyLabelled()));
    now.setReadyReplicas(Counts.orNull(counts.ready()));
    now.setAvailableReplicas(Counts.orNull(counts.available()));
    now.setTerminatingReplicas(counts.terminating());
    now.setObservedGeneration(set.getMetadata().getGeneration());
    now.setConditions(
        conditions(
            before.getConditions(),
            ReplicaSetCondition::getType,
            counts.replicas() < wanted(set),
            refusal,
            ReplicaSetCondition::new));
    return now.equals(before) ? set : new ReplicaSetBuilder(set).withStatus(now).build();
  }
}
