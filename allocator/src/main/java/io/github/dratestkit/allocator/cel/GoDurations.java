package io.github.dratestkit.allocator.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go has them: whole nanoseconds in 64 bits, about 292 years ({@code time} 1.26). */
final class GoDurations {

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final long SECOND = 1_000_000_000;

  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "\u00b5s", 1_000L,
          "\u03bcs", 1_000L,
          "ms", 1_000_000L,
          "s", SECOND,
          "m", 60 * SECOND,
          "h", 3600 * SECOND);

  private static final Pattern PART =
      Pattern.compile("(?<whole>[0-9]*)(?:\\.(?<fraction>[0-9]*))?(?<unit>[^.0-9]+)");

  private GoDurations() {}

  /** Returns the duration, or nothing if the text is none ({@code time.ParseDuration}). */
  static Optional<Duration> parse(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String rest = signed ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    BigInteger sum = BigInteger.ZERO;
    Matcher matcher = PART.matcher(rest);
    int end = 0;
    while (end < rest.length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        return Optional.empty();
      }
      Optional<BigInteger> part = part(matcher);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.add(part.get());
      end = matcher.end();
    }
    return end == 0 ? Optional.empty() : ofNanos(text.startsWith("-") ? sum.negate() : sum);
  }

  private static Optional<BigInteger> part(Matcher matcher) {
    String whole = matcher.group("whole");
    String fraction = matcher.group("fraction") == null ? "" : matcher.group("fraction");
    Long unit = UNITS.get(matcher.group("unit"));
    if (unit == null || (whole.isEmpty() && fraction.isEmpty())) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal((whole.isEmpty() ? "0" : whole) + "." + fraction + "0");
    return Optional.of(number.multiply(BigDecimal.valueOf(unit)).toBigInteger());
  }

  /** Returns the duration, or nothing if Go has none so long. */
  static Optional<Duration> ofNanos(BigInteger nanos) {
    return nanos.compareTo(LEAST) < 0 || nanos.compareTo(MOST) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nanos.longValue()));
  }

  /** Returns the nanoseconds, which may be more than Go can hold. */
  static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.getSeconds())
        .multiply(BigInteger.valueOf(SECOND))
        .add(BigInteger.valueOf(duration.getNano()));
  }

  /** Returns the seconds as a number with a letter, as {@code string()} does. */
  static String seconds(Duration duration) {
    long nanos = nanos(duration).longValue();
    double seconds = nanos / SECOND + (nanos % SECOND) / 1e9;
    String digits = new BigDecimal(Double.toString(seconds)).stripTrailingZeros().toPlainString();
    return digits + "s";
  }
}
