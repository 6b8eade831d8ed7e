package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import org.jspecify.annotations.Nullable;

/** Checks of literals that go beyond types. */
final class LiteralRules {

  private LiteralRules() {}

  static @Nullable String firstViolation(CelAbstractSyntaxTree ast) {
    return null;
  }
}
