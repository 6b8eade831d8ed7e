package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.Optional;

/**
 * Keeps an object of a certain name in every namespace that is not being deleted, as it should be.
 */
abstract class OneInEveryNamespace<T extends HasMetadata> extends ReconcilingLoop<String> {

  private final String objectName;
  private final Informer<Namespace> namespaces;
  private final Informer<T> present;

  /**
   * @param loop the name of the controller
   * @param objectName the name of the object
   * @param watched which objects of the kind are looked at
   */
  OneInEveryNamespace(
      String loop,
      Class<T> kind,
      String objectName,
      FeedOptions watched,
      ApiAccess access,
      Timers timers) {
    super(loop, access, timers);
    this.objectName = objectName;
    this.namespaces =
        inform(Namespace.class, change -> queue().add(change.object().getMetadata().getName()));
    this.present =
        inform(kind, watched, change -> queue().add(change.object().getMetadata().getNamespace()));
  }

  /** Returns what to make of an object that is there, if it is not as it should be. */
  Optional<T> mended(T object) {
    return Optional.empty();
  }

  /** Returns the object as it is created in a namespace. */
  abstract T objectIn(String namespace);

  @Override
  protected final void reconcile(String namespace) {
    boolean wanted =
        namespaces
            .get(null, namespace)
            .filter(known -> known.getMetadata().getDeletionTimestamp() == null)
            .isPresent();
    if (!wanted) {
      return;
    }
    Optional<T> known = present.get(namespace, objectName);
    if (known.isPresent()) {
      mended(known.get()).ifPresent(mended -> present.assume(writes().update(mended)));
      return;
    }
    try {
      writes().create(objectIn(namespace));
    } catch (ApiException refused) {
      if (!refused.isAlreadyThere() && !refused.isNotFound() && refused.code() != 403) {
        throw refused;
      }
    }
  }
}
