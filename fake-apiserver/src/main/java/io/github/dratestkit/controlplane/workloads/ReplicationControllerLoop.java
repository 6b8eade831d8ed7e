package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.ReplicationControllerCondition;
import io.fabric8.kubernetes.api.model.ReplicationControllerStatus;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The ReplicationController controller, which does what that of ReplicaSets does. */
public final class ReplicationControllerLoop extends ReplicasLoop<ReplicationController> {

  /** Creates the loop. */
  public ReplicationControllerLoop(ApiAccess access, Timers timers) {
    super("replication-controller", ReplicationController.class, access, timers);
  }

  @Override
  LabelSelector selectorOf(ReplicationController set) {
    return new LabelSelectorBuilder().withMatchLabels(set.getSpec().getSelector()).build();
  }

  @Override
  int wanted(ReplicationController set) {
    return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
  }

  @Override
  PodTemplateSpec templateOf(ReplicationController set) {
    return set.getSpec().getTemplate();
  }

  @Override
  Duration rest(ReplicationController set) {
    return Duration.ofSeconds(Objects.requireNonNullElse(set.getSpec().getMinReadySeconds(), 0));
  }

  @Override
  ReplicationController told(
      ReplicationController set, Counts counts, Optional<ApiException> refusal) {
    ReplicationControllerStatus before =
        set.getStatus() == null ? new ReplicationControllerStatus() : set.getStatus();
    ReplicationControllerStatus now = new ReplicationControllerStatus();
    now.setReplicas(counts.replicas());
    now.setFullyLabeledReplicas(Counts.orNull(counts.fullyLabelled()));
    now.setReadyReplicas(Counts.orNull(counts.ready()));
    now.setAvailableReplicas(Counts.orNull(counts.available()));
    now.setObservedGeneration(set.getMetadata().getGeneration());
    now.setConditions(
        conditions(
            before.getConditions(),
            ReplicationControllerCondition::getType,
            counts.replicas() < wanted(set),
            refusal,
            ReplicationControllerCondition::new));
    return now.equals(before) ? set : new ReplicationControllerBuilder(set).withStatus(now).build();
  }
}
