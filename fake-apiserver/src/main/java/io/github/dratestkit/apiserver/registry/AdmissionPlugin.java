package io.github.dratestkit.apiserver.registry;

import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that admission does between authorisation and the store: it changes objects before
 * their strategy sees them, or refuses what keeps all rules of its kind. Plugins are asked in their
 * order; each refusal is a {@link io.github.dratestkit.apiserver.status.StatusException}.
 *
 * <p>Objects are in the hub version of their kind.
 */
public interface AdmissionPlugin {

  /** Admits a new object; may change it. */
  default void admitCreate(Target target, ObjectNode object, WriteContext context) {}

  /** Admits a changed object, also through a subresource; may change it. */
  default void admitUpdate(
      Target target, ObjectNode object, ObjectNode old, WriteContext context) {}

  /** Admits a new object that keeps all rules; must not change it. */
  default void validateCreate(Target target, ObjectNode object, WriteContext context) {}

  /** Admits a changed object that keeps all rules; must not change it. */
  default void validateUpdate(
      Target target, ObjectNode object, ObjectNode old, WriteContext context) {}

  /** Admits a deletion of an object as it is stored. */
  default void validateDelete(Target target, ObjectNode object, WriteContext context) {}

  /** Admits what is posted to a subresource, such as an eviction or a request for a token. */
  default void validatePost(Target target, ObjectNode body, WriteContext context) {}
}
