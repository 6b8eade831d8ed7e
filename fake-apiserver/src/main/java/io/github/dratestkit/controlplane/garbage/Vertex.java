package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.github.dratestkit.controlplane.common.ObjectKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object as the collector remembers it.
 *
 * @param kind its kind
 * @param owners its references to owners
 * @param state how it stands with deletion
 */
record Vertex(String uid, OwnedKind kind, ObjectKey key, List<OwnerReference> owners, State state) {

  static final String FOREGROUND = "foregroundDeletion";
  static final String ORPHAN = "orphan";

  /** How an object stands with deletion. */
  enum State {
    STAYS,
    GOES,
    /** It goes when its dependents have gone. */
    WAITS_FOR_DEPENDENTS,
    /** It goes when its dependents have been let go. */
    ORPHANS_DEPENDENTS
  }

  static Vertex of(HasMetadata object, OwnedKind kind) {
    return new Vertex(
        object.getMetadata().getUid(),
        kind,
        ObjectKey.of(object),
        List.copyOf(object.getMetadata().getOwnerReferences()),
        stateOf(object));
  }

  /** Says whether an object of a namespace may be owned by this one. */
  boolean isIn(@Nullable String namespace) {
    String own = key.namespace();
    return own.isEmpty() || own.equals(namespace);
  }

  /** Says whether a reference names this object by the kind, version and name that are known. */
  boolean isCalled(OwnerReference reference) {
    return key.name().equals(reference.getName())
        && kind.kind().equals(reference.getKind())
        && kind.apiVersion().equals(reference.getApiVersion());
  }

  /** Says whether the owner with a uid may not go in the foreground before this object. */
  boolean blocks(String ownerUid) {
    return owners.stream()
        .anyMatch(
            owner ->
                owner.getUid().equals(ownerUid)
                    && Boolean.TRUE.equals(owner.getBlockOwnerDeletion()));
  }

  static State stateOf(HasMetadata object) {
    if (object.getMetadata().getDeletionTimestamp() == null) {
      return State.STAYS;
    }
    List<String> finalizers = object.getMetadata().getFinalizers();
    if (finalizers.contains(FOREGROUND)) {
      return State.WAITS_FOR_DEPENDENTS;
    }
    return finalizers.contains(ORPHAN) ? State.ORPHANS_DEPENDENTS : State.GOES;
  }
}
