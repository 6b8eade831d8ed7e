package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A kind whose generation counts the changes of its spec and whose status only status writes set.
 */
public interface CountedSpec extends CountedChanges {

  @Override
  default boolean changes(ObjectNode object, ObjectNode old) {
    return !Semantic.equal(object.path("spec"), old.path("spec"));
  }

  // Of a template nothing is said again while it stays.
  @Override
  default List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    return changes(object, old) ? warnings(object, context) : List.of();
  }

  @Override
  default void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedChanges.super.prepareForCreate(object, context);
    object.remove("status");
  }
}
