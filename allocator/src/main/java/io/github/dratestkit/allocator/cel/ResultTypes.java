package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.github.dratestkit.allocator.cel.Compilation.ResultType;
import org.jspecify.annotations.Nullable;

/** Which result types are of use, by upstream's {@code validateOutputType} (1.37). */
final class ResultTypes {

  private ResultTypes() {}

  static @Nullable String selectorError(CelType type, CelTypes types) {
    if (type.equals(SimpleType.BOOL) || type.equals(types.attribute())) {
      return null;
    }
    return "must evaluate to bool or the unknown type, not " + name(type);
  }

  static @Nullable String derivedAttributeError(CelType type, CelLevel level) {
    if (isScalar(type)) {
      return null;
    }
    String expected = "must evaluate to a primitive scalar (string, integer, boolean, semver)";
    if (!level.listTypeAttributes()) {
      return expected + ", not " + name(type);
    }
    if (type instanceof ListType list && list.hasElemType() && isScalar(list.elemType())) {
      return null;
    }
    return expected + " or a list of these scalars, not " + name(type);
  }

  private static boolean isScalar(CelType type) {
    return type.equals(SimpleType.BOOL)
        || type.equals(SimpleType.INT)
        || type.equals(SimpleType.STRING)
        || type.equals(CelTypes.SEMVER)
        || isDynamic(type);
  }

  private static boolean isDynamic(CelType type) {
    return type.equals(SimpleType.ANY) || type.equals(SimpleType.DYN);
  }

  static ResultType of(CelType type) {
    if (type.equals(SimpleType.BOOL)) {
      return ResultType.BOOL;
    }
    if (type.equals(SimpleType.INT)) {
      return ResultType.INT;
    }
    if (type.equals(SimpleType.STRING)) {
      return ResultType.STRING;
    }
    if (type.equals(CelTypes.SEMVER)) {
      return ResultType.SEMVER;
    }
    return type instanceof ListType ? ResultType.LIST : ResultType.DYNAMIC;
  }

  private static String name(CelType type) {
    return type.equals(SimpleType.NULL_TYPE)
        ? "null_type"
        : dev.cel.common.types.CelTypes.format(type);
  }
}
