package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import org.jspecify.annotations.Nullable;

/** The overloads that the checker found for a call. */
final class Overloads {

  private Overloads() {}

  /** Returns the overload of a call, or null if the types leave more than one open. */
  static @Nullable String only(CelAbstractSyntaxTree ast, CelExpr node) {
    return ast.getReference(node.id())
        .map(CelReference::overloadIds)
        .filter(ids -> ids.size() == 1)
        .map(ids -> ids.get(0))
        .orElse(null);
  }
}
