package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A small Deployment controller: one ReplicaSet for each template, the newest with all pods, the
 * others with none. A change of the template is rolled out at once, not step by step.
 */
public final class DeploymentLoop extends ReconcilingLoop<ObjectKey> {

  private static final String HASH = "pod-template-hash";
  private static final String REVISION = "deployment.kubernetes.io/revision";
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private final Informer<Deployment> deployments;
  private final Index<ReplicaSet, String> setsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Informer<ReplicaSet> sets;
  private final Timers timers;

  /** Creates the loop. */
  public DeploymentLoop(ApiAccess access, Timers timers) {
    super("deployment-controller", access, timers);
    this.timers = timers;
    this.sets = inform(ReplicaSet.class, this::setChanged);
    this.deployments = inform(Deployment.class, this::deploymentChanged);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    deployments
        .get(key)
        .filter(deployment -> deployment.getMetadata().getDeletionTimestamp() == null)
        .ifPresent(this::sync);
  }

  private void sync(Deployment deployment) {
    String hash = hashOf(deployment);
    List<ReplicaSet> owned = List.copyOf(setsByOwner.under(deployment.getMetadata().getUid()));
    Optional<ReplicaSet> current =
        owned.stream().filter(set -> hash.equals(labels(set).get(HASH))).findFirst();
    if (current.isEmpty()) {
      create(deployment, hash, owned.size() + 1);
      return;
    }
    for (ReplicaSet set : owned) {
      scale(set, set == current.get() ? wanted(deployment) : 0);
    }
    tell(deployment, owned, current.get());
  }

  private void create(Deployment deployment, String hash, int revision) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (deployment.getSpec().getTemplate().getMetadata() != null
        && deployment.getSpec().getTemplate().getMetadata().getLabels() != null) {
      labels.putAll(deployment.getSpec().getTemplate().getMetadata().getLabels());
    }
    labels.put(HASH, hash);
    ReplicaSet set =
        new ReplicaSetBuilder()
            .withNewMetadata()
            .withNamespace(deployment.getMetadata().getNamespace())
            .withName(deployment.getMetadata().getName() + "-" + hash)
            .withLabels(labels)
            .addToAnnotations(REVISION, String.valueOf(revision))
            .withOwnerReferences(OwnedPods.controlledBy(deployment))
            .endMetadata()
            .withNewSpec()
            .withReplicas(wanted(deployment))
            .withNewSelectorLike(deployment.getSpec().getSelector())
            .addToMatchLabels(HASH, hash)
            .endSelector()
            .withNewTemplateLike(deployment.getSpec().getTemplate())
            .editOrNewMetadata()
            .addToLabels(HASH, hash)
            .endMetadata()
            .endTemplate()
            .endSpec()
            .build();
    try {
      writes().create(set);
    } catch (ApiException refused) {
      if (!refused.isConflict()) {
        throw refused;
      }
    }
  }

  private void scale(ReplicaSet set, int replicas) {
    if (set.getSpec().getReplicas() != null && set.getSpec().getReplicas() == replicas) {
      return;
    }
    sets.assume(
        writes()
            .update(
                new ReplicaSetBuilder(set).editSpec().withReplicas(replicas).endSpec().build()));
  }

  private void tell(Deployment deployment, List<ReplicaSet> owned, ReplicaSet current) {
    DeploymentStatus now = new DeploymentStatus();
    now.setObservedGeneration(deployment.getMetadata().getGeneration());
    now.setReplicas(owned.stream().mapToInt(set -> replicas(set)).sum());
    now.setUpdatedReplicas(replicas(current));
    int ready = owned.stream().mapToInt(set -> ready(set)).sum();
    now.setReadyReplicas(ready);
    now.setAvailableReplicas(ready);
    now.setUnavailableReplicas(Math.max(0, wanted(deployment) - ready));
    now.setConditions(
        DeploymentConditions.of(
            deployment, now, current.getMetadata().getName(), timers.instant()));
    DeploymentStatus before = deployment.getStatus();
    boolean same =
        before != null
            && count(before.getReplicas()) == now.getReplicas()
            && count(before.getUpdatedReplicas()) == now.getUpdatedReplicas()
            && count(before.getReadyReplicas()) == ready
            && Objects.equals(before.getConditions(), now.getConditions())
            && Objects.equals(before.getObservedGeneration(), now.getObservedGeneration());
    if (!same) {
      deployments.assume(
          writes().update(new DeploymentBuilder(deployment).withStatus(now).build(), "status"));
    }
  }

  private void deploymentChanged(Change<Deployment> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void setChanged(Change<ReplicaSet> change) {
    setsByOwner.apply(change);
    PodClaims.controllerOf(change.object())
        .filter(owner -> owner.getKind().equals("Deployment"))
        .ifPresent(
            owner ->
                queue()
                    .add(
                        ObjectKey.of(
                            change.object().getMetadata().getNamespace(), owner.getName())));
  }

  /** Ten letters that follow from the template alone. */
  private static String hashOf(Deployment deployment) {
    long bits = deployment.getSpec().getTemplate().toString().hashCode() * 0x9E3779B97F4A7C15L;
    StringBuilder hash = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      hash.append(ALPHABET.charAt((int) Long.remainderUnsigned(bits, ALPHABET.length())));
      bits = Long.divideUnsigned(bits, ALPHABET.length());
    }
    return hash.toString();
  }

  private static int wanted(Deployment deployment) {
    return deployment.getSpec().getReplicas() == null ? 1 : deployment.getSpec().getReplicas();
  }

  private static Map<String, String> labels(ReplicaSet set) {
    return set.getMetadata().getLabels() == null ? Map.of() : set.getMetadata().getLabels();
  }

  private static int replicas(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getReplicas());
  }

  private static int ready(ReplicaSet set) {
    return set.getStatus() == null ? 0 : count(set.getStatus().getReadyReplicas());
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
