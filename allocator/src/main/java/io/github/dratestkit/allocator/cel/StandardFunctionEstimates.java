package io.github.dratestkit.allocator.cel;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What calls of CEL's standard functions cost at most ({@code functionCost} in {@code
 * cel-go/checker/cost.go}, 0.29).
 */
final class StandardFunctionEstimates {

  private StandardFunctionEstimates() {}

  /** Returns the estimate, or null if the call costs 1 or depends on more than its arguments. */
  static @Nullable CallEstimate of(
      String overload, @Nullable EstimatedNode target, List<EstimatedNode> arguments) {
    return switch (overload) {
      case "string_format" ->
          target == null
              ? null
              : CallEstimate.of(target.computedOrUnknown().times(Sizes.TRAVERSAL));
      case "string_to_bytes" -> scan(arguments.get(0), StandardFunctionEstimates::encoded);
      case "bytes_to_string" -> scan(arguments.get(0), StandardFunctionEstimates::decoded);
      case "strings_quote" -> scan(arguments.get(0), StandardFunctionEstimates::quoted);
      case "starts_with_string", "ends_with_string" ->
          CallEstimate.of(arguments.get(0).computedOrUnknown().times(Sizes.TRAVERSAL));
      case "in_list" -> CallEstimate.of(arguments.get(1).computedOrUnknown());
      case "matches" -> regex(arguments.get(0), arguments.get(1));
      case "matches_string" -> target == null ? null : regex(target, arguments.get(0));
      case "contains_string" -> target == null ? null : contains(target, arguments.get(0));
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes",
          "equals",
          "not_equals" ->
          comparison(arguments.get(0), arguments.get(1));
      default -> null;
    };
  }

  private static CallEstimate scan(EstimatedNode text, UnaryOperator<Range> result) {
    Range size = text.computedOrUnknown();
    return new CallEstimate(size.times(Sizes.TRAVERSAL), result.apply(size));
  }

  private static Range encoded(Range size) {
    return new Range(size.min(), size.max() * 4);
  }

  private static Range decoded(Range size) {
    return new Range(Long.divideUnsigned(size.min(), 4), size.max());
  }

  private static Range quoted(Range size) {
    return new Range(size.min() + 2, size.max() * 2 + 2);
  }

  private static CallEstimate regex(EstimatedNode text, EstimatedNode regex) {
    // One more than the length, so that an empty text does not make the expression free.
    Range length = text.computedOrUnknown().plus(Range.ONE).times(Sizes.TRAVERSAL);
    return CallEstimate.of(length.times(regex.computedOrUnknown().times(Sizes.REGEX)));
  }

  private static CallEstimate contains(EstimatedNode text, EstimatedNode part) {
    return CallEstimate.of(
        text.computedOrUnknown()
            .times(Sizes.TRAVERSAL)
            .times(part.computedOrUnknown().times(Sizes.TRAVERSAL)));
  }

  private static CallEstimate comparison(EstimatedNode left, EstimatedNode right) {
    long leftMax = left.computedOrUnknown().max();
    long rightMax = right.computedOrUnknown().max();
    long smaller = Long.compareUnsigned(rightMax, leftMax) < 0 ? rightMax : leftMax;
    return CallEstimate.of(new Range(smaller == 0 ? 0 : 1, smaller).times(Sizes.TRAVERSAL));
  }
}
