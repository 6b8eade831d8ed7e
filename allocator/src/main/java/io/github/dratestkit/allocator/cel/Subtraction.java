package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The minus between two values, within Go's limits ({@code cel-go/common/types}, 0.29). */
final class Subtraction {

  /** The function of the standard library that this one stands for. */
  static final StandardFunction REPLACED = StandardFunction.SUBTRACT;

  private Subtraction() {}

  static void addTo(Functions functions) {
    functions.standard(
        "_-_",
        CelFunctionBinding.from("subtract_int64", Long.class, Long.class, Subtraction::whole),
        CelFunctionBinding.from(
            "subtract_uint64", UnsignedLong.class, UnsignedLong.class, Subtraction::unsigned),
        CelFunctionBinding.from(
            "subtract_double", Double.class, Double.class, (left, right) -> left - right),
        CelFunctionBinding.from(
            "subtract_timestamp_timestamp",
            Instant.class,
            Instant.class,
            (left, right) -> length(Duration.between(right, left))),
        CelFunctionBinding.from(
            "subtract_timestamp_duration",
            Instant.class,
            Duration.class,
            (time, length) ->
                GoTimestamps.checked(time.minus(length))
                    .orElseThrow(() -> new CelNumericOverflowException("timestamp overflow"))),
        CelFunctionBinding.from(
            "subtract_duration_duration",
            Duration.class,
            Duration.class,
            (left, right) -> length(left.minus(right))));
  }

  private static long whole(long left, long right) {
    try {
      return Math.subtractExact(left, right);
    } catch (ArithmeticException overflow) {
      throw new CelNumericOverflowException(overflow);
    }
  }

  private static UnsignedLong unsigned(UnsignedLong left, UnsignedLong right) {
    if (left.compareTo(right) < 0) {
      throw new CelNumericOverflowException("unsigned integer overflow");
    }
    return left.minus(right);
  }

  private static Duration length(Duration duration) {
    Optional<Duration> checked = GoDurations.ofNanos(GoDurations.nanos(duration));
    return checked.orElseThrow(() -> new CelNumericOverflowException("integer overflow"));
  }
}
