package io.github.dratestkit.allocator.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a call, as the estimate of the call sees it.
 *
 * @param type its type
 * @param path where it comes from in the device, empty if it does not
 * @param computed its size if the expression tells it
 * @param expression the argument, null if it stands for an element of a list
 */
record EstimatedNode(
    CelType type, List<String> path, @Nullable Range computed, @Nullable CelExpr expression) {

  /** Returns the size, unknown if neither the expression nor the device tells it. */
  Range size() {
    if (computed != null) {
      return computed;
    }
    Range declared = DeviceSizes.of(path);
    return declared == null ? Range.UNKNOWN : declared;
  }

  /** Returns the size that the expression alone tells. */
  Range computedOrUnknown() {
    return computed == null ? Range.UNKNOWN : computed;
  }

  /** Returns what stands for an element of this list, or null if this has no elements. */
  @Nullable EstimatedNode element() {
    if (type.parameters().isEmpty()) {
      return null;
    }
    List<String> elementPath =
        path.isEmpty() ? List.of() : Stream.concat(path.stream(), Stream.of("@items")).toList();
    return new EstimatedNode(type.parameters().get(0), elementPath, null, null);
  }

  /** Returns the literal number, or {@code otherwise} if this is none; negative ones are 0. */
  long literal(long otherwise) {
    return isNumber() ? Math.max(0, rawLiteral(otherwise)) : otherwise;
  }

  /** Returns the literal number as it is, or {@code otherwise} if this is none. */
  long rawLiteral(long otherwise) {
    return expression != null && isNumber() ? expression.constant().int64Value() : otherwise;
  }

  private boolean isNumber() {
    return expression != null
        && expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
        && expression.constant().getKind() == CelConstant.Kind.INT64_VALUE;
  }
}
