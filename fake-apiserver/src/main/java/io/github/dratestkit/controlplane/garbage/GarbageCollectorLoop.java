package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.DefinedKinds;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.KnownKinds;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import io.github.dratestkit.controlplane.garbage.Vertex.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The garbage collector. It watches every kind, remembers who owns whom, and looks at an object
 * when it or one of its owners has changed (apiserver surface §2.6).
 */
public final class GarbageCollectorLoop extends ReconcilingLoop<Task> {

  private static final String NAME = "garbage-collector-controller";

  private final OwnershipGraph graph = new OwnershipGraph();
  private final OwnedKinds kinds;
  private final Map<String, CustomKind> custom = new HashMap<>();
  private final Collector collector;
  private final EventRecorder recorder;

  /** Creates the loop on an API of {@code features}. */
  public GarbageCollectorLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    List<Class<? extends HasMetadata>> builtIn = KnownKinds.servedBy(features);
    this.kinds = new OwnedKinds(access, builtIn.stream().map(OwnedKind::of).toList());
    this.recorder = EventRecorder.core(writes(), timers, NAME);
    this.collector = new Collector(graph, kinds);
    builtIn.forEach(this::watch);
  }

  @Override
  protected void reconcile(Task task) {
    if (task instanceof Task.Collect collect) {
      graph.get(collect.uid()).ifPresent(vertex -> collector.collect(vertex).forEach(this::lookAt));
    } else if (task instanceof Task.Orphan orphan) {
      graph.get(orphan.uid()).ifPresent(collector::orphanDependentsOf);
    }
  }

  /** A custom resource that is watched. */
  private record CustomKind(ObjectKind kind, Informer<GenericKubernetesResource> informer) {}

  private <T extends HasMetadata> void watch(Class<T> kind) {
    OwnedKind owned = OwnedKind.of(kind);
    inform(
        kind,
        change -> {
          changed(change, owned);
          if (change.object() instanceof CustomResourceDefinition definition) {
            boolean gone = change instanceof Change.Deleted<T>;
            follow(definition, gone ? Optional.empty() : DefinedKinds.of(definition));
          }
        });
  }

  /** Watches what a definition brings, and no longer what it brought before. */
  private void follow(CustomResourceDefinition definition, Optional<ObjectKind> kind) {
    String name = definition.getMetadata().getName();
    CustomKind known = custom.get(name);
    if (known != null && Optional.of(known.kind()).equals(kind)) {
      return;
    }
    if (known != null) {
      forget(known.informer());
      custom.remove(name);
      kinds.remove(name);
    }
    kind.ifPresent(
        now -> {
          OwnedKind owned = OwnedKind.of(now);
          kinds.put(name, owned);
          custom.put(name, new CustomKind(now, inform(now, change -> changed(change, owned))));
        });
  }

  private void changed(Change<? extends HasMetadata> change, OwnedKind kind) {
    HasMetadata object = change.object();
    if (change instanceof Change.Deleted<? extends HasMetadata>) {
      gone(object.getMetadata().getUid());
      return;
    }
    Vertex vertex = Vertex.of(object, kind);
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
