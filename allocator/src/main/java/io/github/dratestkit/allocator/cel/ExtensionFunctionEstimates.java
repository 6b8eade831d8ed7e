package io.github.dratestkit.allocator.cel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What calls of the lists and sets extensions cost at most ({@code cel-go/ext/lists.go} version 3
 * and {@code sets.go}, cel-go 0.29).
 */
final class ExtensionFunctionEstimates {

  private ExtensionFunctionEstimates() {}

  /** Returns the estimate, or null if the overload is none of these extensions. */
  static @Nullable CallEstimate of(
      String overload, @Nullable EstimatedNode target, List<EstimatedNode> arguments) {
    return switch (overload) {
      case "list_slice" -> target == null ? null : slice(target, arguments);
      case "list_flatten" -> target == null ? null : allocation(1, target.size());
      case "list_flatten_list_int" ->
          target == null
              ? null
              : allocation(
                  Range.toDouble(arguments.get(0).literal(Range.UNBOUNDED)), target.size());
      case "lists_range" -> allocation(1, Range.fixed(arguments.get(0).literal(Range.UNBOUNDED)));
      case "list_reverse" -> target == null ? null : allocation(1, target.size());
      case "list_distinct" -> target == null ? null : allocation(2, square(target.size()));
      case "list_sets_contains_list", "list_sets_intersects_list" -> sets(1, arguments);
      case "list_sets_equivalent_list" -> sets(2, arguments);
      default -> sorting(overload, target, arguments);
    };
  }

  private static CallEstimate slice(EstimatedNode target, List<EstimatedNode> arguments) {
    long start = arguments.get(0).literal(0);
    long end = arguments.get(1).literal(target.size().max());
    return allocation(1, Range.fixed(end - start));
  }

  private static @Nullable CallEstimate sorting(
      String overload, @Nullable EstimatedNode target, List<EstimatedNode> arguments) {
    double price =
        overload.startsWith("list_string_") || overload.startsWith("list_bytes_")
            ? 2 + Sizes.TRAVERSAL
            : 2;
    if (overload.endsWith("_sort") && target != null) {
      return allocation(price, square(target.size()));
    }
    if (overload.endsWith("_sortByAssociatedKeys") && target != null) {
      return allocation(price, square(arguments.get(0).size()));
    }
    return null;
  }

  private static Range square(Range size) {
    return size.times(size);
  }

  private static CallEstimate allocation(double price, Range size) {
    Range cost = size.times(price).plus(Range.ONE).plus(Range.fixed(Sizes.LIST_CREATION));
    return new CallEstimate(cost, size);
  }

  private static CallEstimate sets(double price, List<EstimatedNode> arguments) {
    Range pairs = arguments.get(0).size().times(arguments.get(1).size());
    return CallEstimate.of(pairs.times(price).plus(Range.ONE));
  }
}
