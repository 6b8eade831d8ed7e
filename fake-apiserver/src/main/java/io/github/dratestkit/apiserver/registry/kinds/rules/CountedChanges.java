package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import tools.jackson.databind.node.ObjectNode;

/** A kind whose generation counts certain changes, beginning with one. */
public interface CountedChanges extends Strategy {

  /** Says whether the object differs from the old one in what is counted. */
  boolean changes(ObjectNode object, ObjectNode old);

  @Override
  default void prepareForCreate(ObjectNode object, WriteContext context) {
    Metadata.of(object).setGeneration(1);
  }

  @Override
  default void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    if (changes(object, old)) {
      Metadata.of(object).setGeneration(Metadata.of(old).generation() + 1);
    }
  }

  @Override
  default boolean managesGeneration() {
    return true;
  }
}
