package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.controlplane.common.KnownKinds;
import java.util.Optional;

/**
 * A kind of which objects own others or are owned.
 *
 * @param model the class of its objects
 * @param defined what a definition says of it, none for a built-in kind
 */
record OwnedKind(Class<? extends HasMetadata> model, Optional<ObjectKind> defined) {

  static OwnedKind of(Class<? extends HasMetadata> model) {
    return new OwnedKind(model, Optional.empty());
  }

  static OwnedKind of(ObjectKind kind) {
    return new OwnedKind(GenericKubernetesResource.class, Optional.of(kind));
  }

  String apiVersion() {
    return defined.map(ObjectKind::apiVersion).orElseGet(() -> HasMetadata.getApiVersion(model));
  }

  String kind() {
    return defined.map(ObjectKind::kind).orElseGet(() -> HasMetadata.getKind(model));
  }

  boolean namespaced() {
    return defined.map(ObjectKind::namespaced).orElseGet(() -> KnownKinds.isNamespaced(model));
  }

  /** Says whether a reference means this kind, in whatever version. */
  boolean isMeantBy(String otherVersion, String otherKind) {
    return kind().equals(otherKind)
        && KnownKinds.groupOf(apiVersion()).equals(KnownKinds.groupOf(otherVersion));
  }
}
