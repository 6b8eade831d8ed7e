package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.DefinedKinds;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.KnownKinds;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.util.List;

/**
 * The namespace controller. A namespace that is being deleted loses its pods first; only when the
 * last one has gone, everything else; and then its own finalizer. Source: {@code
 * pkg/controller/namespace}, 1.37.
 */
public final class NamespaceLoop extends ReconcilingLoop<ObjectKey> {

  private static final String NAME = "namespace-controller";
  private static final String FINALIZER = "kubernetes";

  /** Upstream waits half the time it expects, and a second more; finalizers count as 15 s. */
  private static final Duration NEXT_LOOK = Duration.ofMillis(500);

  private final Timers timers;
  private final List<Class<? extends HasMetadata>> kinds;
  private final Informer<Namespace> namespaces;

  /** Creates the loop on an API of {@code features}. */
  public NamespaceLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    this.timers = timers;
    this.kinds =
        KnownKinds.namespaced(KnownKinds.servedBy(features)).stream()
            .filter(kind -> kind != Pod.class)
            .toList();
    this.namespaces = inform(Namespace.class, this::changed);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    namespaces.get(key).filter(NamespaceLoop::isGoing).ifPresent(this::empty);
  }

  private void changed(Change<Namespace> change) {
    if (!(change instanceof Change.Deleted<Namespace>) && isGoing(change.object())) {
      queue().add(ObjectKey.of(change.object()));
    }
  }

  private void empty(Namespace namespace) {
    if (!namespace.getSpec().getFinalizers().contains(FINALIZER)) {
      return;
    }
    String name = namespace.getMetadata().getName();
    Remains remains = new Remains();
    remove(Pod.class, name, remains);
    boolean podsRemain = !remains.isEmpty();
    if (!podsRemain) {
      kinds.forEach(kind -> remove(kind, name, remains));
      removeCustom(name, remains);
    }
    tell(namespace, podsRemain ? new Remains() : remains);
    if (remains.isEmpty()) {
      letGo(name);
    } else {
      queue().addAfter(ObjectKey.of(namespace), NEXT_LOOK);
    }
  }

  private <T extends HasMetadata> void remove(Class<T> kind, String namespace, Remains remains) {
    remove(writes(), kind, KnownKinds.resourceOf(kind), namespace, remains);
  }

  private void removeCustom(String namespace, Remains remains) {
    for (CustomResourceDefinition definition :
        writes().list(CustomResourceDefinition.class, "", FeedOptions.ALL)) {
      DefinedKinds.of(definition)
          .filter(ObjectKind::namespaced)
          .ifPresent(
              kind ->
                  remove(
                      accessTo(kind).writes(),
                      GenericKubernetesResource.class,
                      new GroupResource(kind.group(), kind.plural()),
                      namespace,
                      remains));
    }
  }

  private static <T extends HasMetadata> void remove(
      Writes writes, Class<T> kind, GroupResource resource, String namespace, Remains remains) {
    List<T> objects = writes.list(kind, namespace, FeedOptions.ALL);
    for (T object : objects) {
      if (object.getMetadata().getDeletionTimestamp() == null) {
        delete(writes, kind, namespace, object.getMetadata().getName());
      }
    }
    if (!objects.isEmpty()) {
      remains.add(resource, writes.list(kind, namespace, FeedOptions.ALL));
    }
  }

  private static void delete(
      Writes writes, Class<? extends HasMetadata> kind, String namespace, String name) {
    DeleteOptions options = new DeleteOptionsBuilder().withPropagationPolicy("Background").build();
    try {
      writes.delete(kind, namespace, name, options);
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private void tell(Namespace namespace, Remains remains) {
    List<NamespaceCondition> before =
        namespace.getStatus() == null ? List.of() : namespace.getStatus().getConditions();
    List<NamespaceCondition> after = DeletionConditions.after(before, remains, timers.instant());
    if (after.equals(before)) {
      return;
    }
    Namespace told = new NamespaceBuilder(namespace).build();
    told.setStatus(new NamespaceStatus(after, "Terminating"));
    namespaces.assume(writes().update(told, "status"));
  }

  private void letGo(String name) {
    writes()
        .get(Namespace.class, "", name)
        .ifPresent(
            current -> {
              Namespace finalized =
                  new NamespaceBuilder(current)
                      .editSpec()
                      .removeFromFinalizers(FINALIZER)
                      .endSpec()
                      .build();
              writes().update(finalized, "finalize");
            });
  }

  private static boolean isGoing(Namespace namespace) {
    return namespace.getMetadata().getDeletionTimestamp() != null;
  }
}
