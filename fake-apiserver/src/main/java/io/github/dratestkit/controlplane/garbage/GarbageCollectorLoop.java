package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.KnownKinds;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import io.github.dratestkit.controlplane.garbage.Vertex.State;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The garbage collector. It watches every kind, remembers who owns whom, and looks at an object
 * when it or one of its owners has changed (apiserver surface §2.6).
 */
public final class GarbageCollectorLoop extends ReconcilingLoop<Task> {

  private static final String NAME = "garbage-collector-controller";

  private final OwnershipGraph graph = new OwnershipGraph();
  private final Collector collector;
  private final EventRecorder recorder;

  /** Creates the loop on an API of {@code features}. */
  public GarbageCollectorLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    List<Class<? extends HasMetadata>> kinds = KnownKinds.servedBy(features);
    this.recorder = EventRecorder.core(writes(), timers, NAME);
    this.collector = new Collector(writes(), graph, kinds);
    kinds.forEach(this::watch);
  }

  @Override
  protected void reconcile(Task task) {
    if (task instanceof Task.Collect collect) {
      graph.get(collect.uid()).ifPresent(vertex -> collector.collect(vertex).forEach(this::lookAt));
    } else if (task instanceof Task.Orphan orphan) {
      graph.get(orphan.uid()).ifPresent(collector::orphanDependentsOf);
    }
  }

  private <T extends HasMetadata> void watch(Class<T> kind) {
    inform(kind, this::changed);
  }

  private void changed(Change<? extends HasMetadata> change) {
    HasMetadata object = change.object();
    if (change instanceof Change.Deleted<? extends HasMetadata>) {
      gone(object.getMetadata().getUid());
      return;
    }
    Vertex vertex = Vertex.of(object);
    Optional<Vertex> before = graph.put(vertex);
    List<OwnerReference> known = before.map(Vertex::owners).orElse(List.of());
    vertex.owners().stream()
        .filter(owner -> !known.contains(owner))
        .forEach(owner -> lookAtIfDoubtful(object, owner));
    boolean sameState = before.filter(then -> then.state() == vertex.state()).isPresent();
    if (!sameState && vertex.state() == State.WAITS_FOR_DEPENDENTS) {
      graph.dependentsOf(vertex.uid()).forEach(dependent -> lookAt(dependent.uid()));
      lookAt(vertex.uid());
    } else if (!sameState && vertex.state() == State.ORPHANS_DEPENDENTS) {
      queue().add(new Task.Orphan(vertex.uid()));
    }
    before.ifPresent(then -> ownersLost(then, vertex));
  }

  /**
   * An object is looked at when it names an owner that is not known as it says. While it is in
   * order there is nothing to do: not even when the owner waits for those that block it.
   */
  private void lookAtIfDoubtful(HasMetadata object, OwnerReference reference) {
    Optional<Vertex> owner = graph.get(reference.getUid());
    if (owner.filter(known -> known.isIn(object.getMetadata().getNamespace())).isEmpty()) {
      owner.ifPresent(elsewhere -> report(object, reference));
      lookAt(object.getMetadata().getUid());
    } else if (!owner.get().isCalled(reference)) {
      lookAt(object.getMetadata().getUid());
    }
  }

  private void report(HasMetadata object, OwnerReference owner) {
    String namespace = Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
    recorder.record(
        object,
        EventRecorder.Type.WARNING,
        "OwnerRefInvalidNamespace",
        "ownerRef [%s/%s, namespace: %s, name: %s, uid: %s] does not exist in namespace \"%s\""
            .formatted(
                owner.getApiVersion(),
                owner.getKind(),
                namespace,
                owner.getName(),
                owner.getUid(),
                namespace));
  }

  private void gone(String uid) {
    Optional<Vertex> vertex = graph.remove(uid);
    graph.dependentsOf(uid).forEach(dependent -> lookAt(dependent.uid()));
    vertex.ifPresent(this::lookAtOwners);
  }

  /** An owner that waits for its dependents may go when one of them stops blocking it. */
  private void ownersLost(Vertex before, Vertex now) {
    if (!before.owners().equals(now.owners())) {
      lookAtOwners(before);
    }
  }

  private void lookAtOwners(Vertex vertex) {
    for (var reference : vertex.owners()) {
      graph
          .get(reference.getUid())
          .filter(owner -> owner.state() == State.WAITS_FOR_DEPENDENTS)
          .ifPresent(owner -> lookAt(owner.uid()));
    }
  }

  private void lookAt(String uid) {
    queue().add(new Task.Collect(uid));
  }
}
