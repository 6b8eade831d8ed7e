package io.github.dratestkit.allocator.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import org.jspecify.annotations.Nullable;

/** Sizes that the text of an expression, or a type, tells by itself. */
final class LiteralSizes {

  private LiteralSizes() {}

  static @Nullable Range of(CelExpr node) {
    return switch (node.getKind()) {
      case CONSTANT -> Range.fixed(of(node.constant()));
      case LIST -> Range.fixed(node.list().elements().size());
      case MAP -> Range.fixed(node.map().entries().size());
      case IDENT, SELECT, CALL, STRUCT, COMPREHENSION, NOT_SET -> null;
    };
  }

  private static long of(CelConstant constant) {
    return switch (constant.getKind()) {
      case STRING_VALUE -> constant.stringValue().codePoints().count();
      case BYTES_VALUE -> constant.bytesValue().size();
      default -> 1;
    };
  }

  /** Says whether all values of the type have the size 1. */
  static boolean isScalar(CelType type) {
    if (type instanceof OptionalType optional) {
      return isScalar(optional.parameters().get(0));
    }
    return type.kind() == CelKind.BOOL
        || type.kind() == CelKind.DOUBLE
        || type.kind() == CelKind.DURATION
        || type.kind() == CelKind.INT
        || type.kind() == CelKind.TIMESTAMP
        || type.kind() == CelKind.UINT;
  }
}
