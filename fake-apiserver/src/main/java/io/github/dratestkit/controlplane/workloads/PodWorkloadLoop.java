package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the controllers of workloads with pods share: they hear of their workloads and of the pods
 * that these manage or may adopt, and make and delete pods with an event for each.
 *
 * @param <T> the kind of workload
 */
abstract class PodWorkloadLoop<T extends HasMetadata> extends ReconcilingLoop<ObjectKey> {

  private final Timers timers;
  private final String kind;
  private final Informer<T> workloads;
  private final Informer<Pod> pods;
  private final Index<Pod, String> podsByOwner = new Index<>(OwnedPods::ownersOf);
  private final Index<Pod, String> freePods = new Index<>(PodWorkloadLoop::namespaceIfFree);
  private final Index<Pod, ObjectKey> podsByWorkload = new Index<>(this::workloadOf);
  private final Expectations expectations = new Expectations();
  private final EventRecorder recorder;
  private final Adoption<Pod> adoption;

  PodWorkloadLoop(String name, Class<T> kind, ApiAccess access, Timers timers) {
    super(name, access, timers);
    this.timers = timers;
    this.kind = HasMetadata.getKind(kind);
    this.recorder = EventRecorder.core(writes(), timers, name);
    this.adoption = new Adoption<>(writes(), Pod.class);
    this.pods = inform(Pod.class, this::podChanged);
    this.workloads = inform(kind, this::workloadChanged);
  }

  /** Returns the selector by which a workload chooses its pods. */
  abstract LabelSelector selectorOf(T workload);

  /** Brings a workload nearer to what it wants. */
  abstract void sync(T workload, List<Pod> managed);

  @Override
  protected final void reconcile(ObjectKey key) {
    workloads.get(key).ifPresent(workload -> sync(workload, podsOf(workload)));
    List<Pod> left = List.copyOf(podsByWorkload.under(key));
    left.stream()
        .filter(pod -> workloads.get(key).filter(owner -> manages(owner, pod)).isEmpty())
        .forEach(this::withoutWorkload);
  }

  /** Looks at a pod whose workload is gone, or that was left behind by one. */
  void withoutWorkload(Pod pod) {}

  /** Says whether a pod that nobody controls shows that a workload of this kind once did. */
  boolean isLeftBehind(Pod pod) {
    return false;
  }

  private static boolean manages(HasMetadata owner, Pod pod) {
    return PodClaims.isControlledBy(pod, owner);
  }

  /** Returns the pods that a workload manages, those that it has just adopted among them. */
  private List<Pod> podsOf(T workload) {
    List<Pod> candidates = new ArrayList<>(podsByOwner.under(workload.getMetadata().getUid()));
    candidates.addAll(freePods.under(workload.getMetadata().getNamespace()));
    return adoption.claim(workload, selectorOf(workload), candidates);
  }

  final Informer<T> workloads() {
    return workloads;
  }

  final Informer<Pod> pods() {
    return pods;
  }

  final EventRecorder recorder() {
    return recorder;
  }

  final Instant now() {
    return timers.instant();
  }

  /** Says whether everything that was done for a workload has been heard of. */
  final boolean isUpToDate(T workload) {
    return expectations.areMet(workload.getMetadata().getUid());
  }

  /** Comes back to a workload later, for something that only time changes. */
  final void lookAgain(T workload, Duration delay) {
    queue().addAfter(ObjectKey.of(workload), delay);
  }

  /** Makes a pod; a refusal is told and passed on. */
  final Pod create(T workload, Pod pod) {
    Pod created;
    try {
      created = writes().create(pod);
    } catch (ApiException refused) {
      recorder.record(
          workload,
          EventRecorder.Type.WARNING,
          "FailedCreate",
          "Error creating: " + refused.getMessage());
      throw refused;
    }
    expectations.expectCreation(workload.getMetadata().getUid(), created.getMetadata().getUid());
    recorder.record(
        workload,
        EventRecorder.Type.NORMAL,
        "SuccessfulCreate",
        "Created pod: " + created.getMetadata().getName());
    return created;
  }

  /** Deletes a pod; one that has gone already is fine. */
  final void delete(T workload, Pod pod) {
    String owner = workload.getMetadata().getUid();
    expectations.expectDeletion(owner, pod.getMetadata().getUid());
    try {
      OwnedPods.delete(writes(), pod);
    } catch (ApiException refused) {
      // Nobody will tell of a deletion that has not come to pass.
      expectations.gone(owner, pod.getMetadata().getUid());
      throw refused;
    }
    recorder.record(
        workload,
        EventRecorder.Type.NORMAL,
        "SuccessfulDelete",
        "Deleted pod: " + pod.getMetadata().getName());
  }

  private void workloadChanged(Change<T> change) {
    queue().add(ObjectKey.of(change.object()));
  }

  private void podChanged(Change<Pod> change) {
    podsByOwner.apply(change);
    freePods.apply(change);
    podsByWorkload.apply(change);
    Pod pod = change.object();
    if (change instanceof Change.Modified<Pod> modified) {
      lookAtOwner(modified.before());
    }
    PodClaims.controllerOf(pod)
        .filter(owner -> owner.getKind().equals(kind))
        .ifPresent(
            owner -> {
              if (change instanceof Change.Deleted<Pod> || !OwnedPods.isActive(pod)) {
                expectations.gone(owner.getUid(), pod.getMetadata().getUid());
              } else {
                expectations.seen(owner.getUid(), pod.getMetadata().getUid());
              }
            });
    lookAtOwner(pod);
    if (PodClaims.controllerOf(pod).isEmpty()) {
      lookAtAdopters(pod);
    }
  }

  private void lookAtOwner(Pod pod) {
    workloadOf(pod).forEach(key -> queue().add(key));
  }

  private Set<ObjectKey> workloadOf(Pod pod) {
    Optional<OwnerReference> controller = PodClaims.controllerOf(pod);
    if (controller.isEmpty()) {
      return isLeftBehind(pod) ? Set.of(ObjectKey.of(pod)) : Set.of();
    }
    return controller
        .filter(owner -> owner.getKind().equals(kind))
        .map(owner -> Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), owner.getName())))
        .orElse(Set.of());
  }

  private void lookAtAdopters(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    for (T workload : workloads.all()) {
      if (namespace.equals(workload.getMetadata().getNamespace())
          && LabelSelectors.matches(selectorOf(workload), pod)) {
        queue().add(ObjectKey.of(workload));
      }
    }
  }

  private static Set<String> namespaceIfFree(Pod pod) {
    return PodClaims.controllerOf(pod).isEmpty()
        ? Set.of(pod.getMetadata().getNamespace())
        : Set.of();
  }
}
