package io.github.dratestkit.apiserver.resource;

import tools.jackson.databind.node.ObjectNode;

/** Counts {@code metadata.generation}: 1 at first, one more with every change of the spec. */
final class Generations {

  private Generations() {}

  static void start(ObjectNode object) {
    Tree.child(object, "metadata").put("generation", 1);
  }

  static void count(ObjectNode object, ObjectNode old) {
    if (!SemanticEquality.same(object.path("spec"), old.path("spec"))) {
      long before = Tree.number(old.path("metadata"), "generation");
      Tree.child(object, "metadata").put("generation", before + 1);
    }
  }
}
