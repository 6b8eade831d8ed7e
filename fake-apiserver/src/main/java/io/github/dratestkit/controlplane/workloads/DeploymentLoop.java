package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Deployment controller: one ReplicaSet for each template, rolled out step by step, with
 * revisions, adoption, pausing and a status. Source: {@code pkg/controller/deployment}, 1.37.
 */
public final class DeploymentLoop extends ReconcilingLoop<ObjectKey> {

  private static final String NAME = "deployment-controller";

  private final Timers timers;
  private final Informer<Deployment> deployments;
  private final Informer<ReplicaSet> sets;
  private final Index<ReplicaSet, String> setsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Index<ReplicaSet, String> freeSets = new Index<>(DeploymentLoop::namespaceIfFree);
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Adoption<ReplicaSet> adoption;
  private final SetWriter writer;

  /** Creates the loop. */
  public DeploymentLoop(ApiAccess access, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.adoption = new Adoption<>(writes(), ReplicaSet.class);
    inform(Pod.class, this::podChanged);
    this.sets = inform(ReplicaSet.class, this::setChanged);
    this.deployments = inform(Deployment.class, this::deploymentChanged);
    this.writer = new SetWriter(writes(), sets, EventRecorder.core(writes(), timers, NAME));
  }

  @Override
  protected void reconcile(ObjectKey key) {
    deployments.get(key).ifPresent(this::sync);
  }

  private void sync(Deployment listed) {
    DeploymentSets known = DeploymentSets.of(listed, setsOf(listed));
    if (listed.getMetadata().getDeletionTimestamp() != null) {
      write(listed, Map.of(), progress(listed, known).counted());
      return;
    }
    Deployment deployment = notePause(listed);
    if (Boolean.TRUE.equals(deployment.getSpec().getPaused()) || isScaled(deployment, known)) {
      scale(deployment, known);
    } else if ("Recreate".equals(deployment.getSpec().getStrategy().getType())) {
      recreate(deployment, known);
    } else {
      roll(deployment, known);
    }
  }

  private void scale(Deployment listed, DeploymentSets known) {
    DeploymentSets current = renewed(listed, known);
    Deployment deployment = noteRevision(listed, current, "FoundNewReplicaSet", "Found");
    Rollout rollout = new Rollout(writer, deployment, current);
    rollout.rescale();
    if (Boolean.TRUE.equals(deployment.getSpec().getPaused())) {
      rollout.forgetOld();
    }
    write(deployment, Map.of(), progress(deployment, refreshed(current)).counted());
  }

  private void roll(Deployment listed, DeploymentSets known) {
    Current current = ensureCurrent(listed, known);
    Rollout rollout = new Rollout(writer, current.deployment(), current.sets());
    if (!rollout.roll(current.newest())) {
      finish(current.deployment(), current.sets(), rollout);
    }
    tell(current.deployment(), current.sets());
  }

  private void recreate(Deployment listed, DeploymentSets known) {
    DeploymentSets old = renewed(listed, known);
    Deployment before = noteRevision(listed, old, "FoundNewReplicaSet", "Found");
    Rollout stopping = new Rollout(writer, before, old);
    if (stopping.stopOld() || oldPodsRun(before, old)) {
      tell(before, old);
      return;
    }
    Current current = ensureCurrent(before, old);
    int wanted = Fenceposts.wanted(current.deployment());
    if (DeploymentSets.wanted(current.newest()) != wanted) {
      writer.scale(current.deployment(), current.newest(), wanted);
    }
    finish(
        current.deployment(),
        current.sets(),
        new Rollout(writer, current.deployment(), current.sets()));
    tell(current.deployment(), current.sets());
  }

  private record Current(Deployment deployment, DeploymentSets sets, ReplicaSet newest) {}

  /** Makes the set of the template if there is none. */
  private Current ensureCurrent(Deployment listed, DeploymentSets known) {
    if (known.current().isPresent()) {
      DeploymentSets renewed = renewed(listed, known);
      Deployment deployment = noteRevision(listed, renewed, "FoundNewReplicaSet", "Found");
      return new Current(deployment, renewed, renewed.current().orElseThrow());
    }
    ReplicaSet made =
        writer.create(listed, SetRevisions.next(known.old()), Rollout.newestSize(listed, known, 0));
    DeploymentSets with = known.with(made);
    Deployment deployment = noteRevision(listed, with, "NewReplicaSetCreated", "Created");
    return new Current(deployment, with, made);
  }

  /** Returns the sets, the current one with the annotations that it has to have. */
  private DeploymentSets renewed(Deployment deployment, DeploymentSets known) {
    return known
        .current()
        .flatMap(set -> writer.renew(deployment, set, SetRevisions.next(known.old())))
        .map(known::with)
        .orElse(known);
  }

  /** Writes the revision of the current set on the Deployment, and that there is a set. */
  private Deployment noteRevision(
      Deployment deployment, DeploymentSets known, String reason, String verb) {
    if (known.current().isEmpty()) {
      return deployment;
    }
    ReplicaSet newest = known.current().get();
    String revision = String.valueOf(SetRevisions.of(newest));
    boolean sameRevision = revision.equals(SetRevisions.own(deployment).get(SetRevisions.REVISION));
    List<DeploymentCondition> conditions = conditionsOf(deployment);
    boolean created = reason.equals("NewReplicaSetCreated");
    boolean told =
        !DeploymentProgress.hasDeadline(deployment)
            || (!created
                && DeploymentConditions.find(conditions, DeploymentConditions.PROGRESSING)
                    .isPresent());
    if (sameRevision && told) {
      return deployment;
    }
    DeploymentStatus status = statusOf(deployment);
    if (!told) {
      status.setConditions(
          DeploymentConditions.with(
              conditions,
              DeploymentConditions.of(
                  DeploymentConditions.PROGRESSING,
                  "True",
                  reason,
                  "%s new replica set \"%s\"".formatted(verb, newest.getMetadata().getName()),
                  timers.instant())));
    }
    return write(deployment, Map.of(SetRevisions.REVISION, revision), status);
  }

  private Deployment notePause(Deployment deployment) {
    boolean paused = Boolean.TRUE.equals(deployment.getSpec().getPaused());
    Optional<String> reason =
        DeploymentConditions.find(conditionsOf(deployment), DeploymentConditions.PROGRESSING)
            .map(DeploymentCondition::getReason);
    boolean told = reason.filter("DeploymentPaused"::equals).isPresent();
    if (!DeploymentProgress.hasDeadline(deployment)
        || reason.filter("ProgressDeadlineExceeded"::equals).isPresent()
        || paused == told) {
      return deployment;
    }
    DeploymentStatus status = statusOf(deployment);
    status.setConditions(
        DeploymentConditions.with(
            conditionsOf(deployment),
            DeploymentConditions.of(
                DeploymentConditions.PROGRESSING,
                "Unknown",
                paused ? "DeploymentPaused" : "DeploymentResumed",
                paused ? "Deployment is paused" : "Deployment is resumed",
                timers.instant())));
    return write(deployment, Map.of(), status);
  }

  private void finish(Deployment deployment, DeploymentSets known, Rollout rollout) {
    if (progress(deployment, known).isComplete(statusOf(deployment))) {
      rollout.forgetOld();
    }
  }

  private void tell(Deployment deployment, DeploymentSets known) {
    DeploymentProgress progress = progress(deployment, refreshed(known));
    Deployment written = write(deployment, Map.of(), progress.rollingOut());
    progress(written, known)
        .deadline()
        .ifPresent(end -> queue().addAt(ObjectKey.of(written), end.plusSeconds(1)));
  }

  private Deployment write(
      Deployment deployment, Map<String, String> annotations, DeploymentStatus status) {
    boolean annotated = SetRevisions.own(deployment).entrySet().containsAll(annotations.entrySet());
    if (annotated && status.equals(deployment.getStatus())) {
      return deployment;
    }
    Deployment written =
        writes()
            .update(
                new DeploymentBuilder(deployment)
                    .editMetadata()
                    .addToAnnotations(annotations)
                    .endMetadata()
                    .withStatus(status)
                    .build(),
                "status");
    deployments.assume(written);
    return written;
  }

  private DeploymentProgress progress(Deployment deployment, DeploymentSets known) {
    return new DeploymentProgress(deployment, known, timers.instant());
  }

  private static boolean isScaled(Deployment deployment, DeploymentSets known) {
    return known.all().stream()
        .filter(set -> DeploymentSets.wanted(set) > 0)
        .anyMatch(set -> SetRevisions.wasScaledForAnother(deployment, set));
  }

  private boolean oldPodsRun(Deployment deployment, DeploymentSets known) {
    return known.old().stream()
        .anyMatch(
            set ->
                DeploymentSets.present(set) > 0
                    || podsByOwner.under(set.getMetadata().getUid()).stream()
                        .anyMatch(pod -> !PodClaims.hasEnded(pod)));
  }

  private List<ReplicaSet> setsOf(Deployment deployment) {
    List<ReplicaSet> candidates =
        new ArrayList<>(setsByOwner.under(deployment.getMetadata().getUid()));
    candidates.addAll(freeSets.under(deployment.getMetadata().getNamespace()));
    List<ReplicaSet> latest =
        candidates.stream().map(set -> sets.get(ObjectKey.of(set)).orElse(set)).toList();
    return adoption.claim(deployment, deployment.getSpec().getSelector(), latest);
  }

  /** Returns the sets as they are after what was just written. */
  private DeploymentSets refreshed(DeploymentSets known) {
    return new DeploymentSets(
        known.current().map(set -> sets.get(ObjectKey.of(set)).orElse(set)),
        known.old().stream().map(set -> sets.get(ObjectKey.of(set)).orElse(set)).toList());
  }

  private static List<DeploymentCondition> conditionsOf(Deployment deployment) {
    return deployment.getStatus() == null ? List.of() : deployment.getStatus().getConditions();
  }

  private static DeploymentStatus statusOf(Deployment deployment) {
    return deployment.getStatus() == null
        ? new DeploymentStatus()
        : new DeploymentStatusBuilder(deployment.getStatus()).build();
  }

  private void deploymentChanged(Change<Deployment> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void setChanged(Change<ReplicaSet> change) {
    setsByOwner.apply(change);
    freeSets.apply(change);
    ReplicaSet set = change.object();
    Optional<ObjectKey> owner =
        PodClaims.controllerOf(set)
            .filter(reference -> reference.getKind().equals("Deployment"))
            .map(reference -> ObjectKey.of(set.getMetadata().getNamespace(), reference.getName()));
    owner.ifPresent(key -> queue().add(key));
    if (owner.isEmpty()) {
      deployments.all().stream()
          .filter(
              deployment ->
                  set.getMetadata().getNamespace().equals(deployment.getMetadata().getNamespace()))
          .filter(deployment -> LabelSelectors.matches(deployment.getSpec().getSelector(), set))
          .forEach(deployment -> queue().add(ObjectKey.of(deployment)));
    }
  }

  /** A Deployment that recreates goes on when the last old pod is gone. */
  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    if (change instanceof Change.Deleted<Pod> gone) {
      PodClaims.controllerOf(gone.object())
          .filter(owner -> owner.getKind().equals("ReplicaSet"))
          .flatMap(owner -> sets.get(gone.object().getMetadata().getNamespace(), owner.getName()))
          .flatMap(PodClaims::controllerOf)
          .ifPresent(
              owner ->
                  queue()
                      .add(
                          ObjectKey.of(
                              gone.object().getMetadata().getNamespace(), owner.getName())));
    }
  }

  private static Set<String> namespaceIfFree(ReplicaSet set) {
    return PodClaims.controllerOf(set).isEmpty()
        ? Set.of(set.getMetadata().getNamespace())
        : Set.of();
  }
}
