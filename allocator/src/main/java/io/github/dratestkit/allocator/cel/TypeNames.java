package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.stream.Collectors;

/** Types as upstream names and compares them ({@code cel-go/checker/format.go}, 0.29). */
final class TypeNames {

  private TypeNames() {}

  static String of(CelType type) {
    return switch (type.kind()) {
      case ANY -> "any";
      case DYN -> "dyn";
      case DURATION -> "duration";
      case TIMESTAMP -> "timestamp";
      case NULL_TYPE -> "null";
      case ERROR -> "!error!";
      default ->
          type.parameters().isEmpty()
              ? type.name()
              : type.parameters().stream()
                  .map(TypeNames::of)
                  .collect(Collectors.joining(", ", type.name() + "(", ")"));
    };
  }

  /** Says whether two types are the same, whatever their type parameters are called. */
  static boolean areEquivalent(CelType left, CelType right) {
    if (left.kind() != right.kind() || left.parameters().size() != right.parameters().size()) {
      return false;
    }
    boolean named = left.kind() == CelKind.OPAQUE || left.kind() == CelKind.STRUCT;
    if (named && !left.name().equals(right.name())) {
      return false;
    }
    for (int i = 0; i < left.parameters().size(); i++) {
      if (!areEquivalent(left.parameters().get(i), right.parameters().get(i))) {
        return false;
      }
    }
    return true;
  }
}
