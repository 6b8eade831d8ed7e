package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import io.github.dratestkit.apiserver.registry.WriteContext.Permission;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Whoever sends a request, as far as a registry must know. */
public interface Requester {

  /** Returns who it is. */
  Caller caller();

  /** Says whether they may do something besides the request that is under way. */
  Permission mayAlso(Access access);

  /** Fills in what a question leaves out; an ordinary object is left alone. */
  void applyDefaults(Target target, ObjectNode question);

  /**
   * Answers a question about access, which is asked as if an object were created but keeps nothing.
   *
   * @param question in the version of the request; it may become the answer
   * @return none if the request is about an ordinary resource
   * @throws io.github.dratestkit.apiserver.status.StatusException if the question makes no sense
   */
  Optional<ObjectNode> answer(Target target, ObjectNode question);
}
