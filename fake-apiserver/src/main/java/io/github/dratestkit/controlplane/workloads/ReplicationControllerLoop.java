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
import java.time.temporal.ChronoUnit;
import java.util.List;
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
    now.setConditions(conditions(before.getConditions(), counts.replicas() < wanted(set), refusal));
    return now.equals(before) ? set : new ReplicationControllerBuilder(set).withStatus(now).build();
  }

  private List<ReplicationControllerCondition> conditions(
      List<ReplicationControllerCondition> before, boolean tooFew, Optional<ApiException> refusal) {
    List<ReplicationControllerCondition> conditions =
        before.stream()
            .filter(condition -> refusal.isPresent() || !condition.getType().equals(FAILURE))
            .toList();
    boolean known = conditions.stream().anyMatch(condition -> condition.getType().equals(FAILURE));
    return refusal.isEmpty() || known
        ? conditions
        : List.of(
            new ReplicationControllerCondition(
                now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Objects.requireNonNullElse(refusal.get().getMessage(), ""),
                tooFew ? "FailedCreate" : "FailedDelete",
                "True",
                FAILURE));
  }
}
