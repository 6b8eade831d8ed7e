package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import tools.jackson.databind.node.ObjectNode;

/**
 * A kind whose generation counts the changes of its spec and whose status only status writes set.
 */
interface CountedSpec extends Strategy {

  @Override
  default void prepareForCreate(ObjectNode object, WriteContext context) {
    Metadata.of(object).setGeneration(1);
    object.remove("status");
  }

  @Override
  default void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (!object.path("spec").equals(old.path("spec"))) {
      Metadata.of(object).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  @Override
  default boolean managesGeneration() {
    return true;
  }
}
