package io.github.dratestkit.allocator.cel;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of RFC 3339 as Go reads and prints them ({@code time} 1.26), from year 1 to 9999. */
final class GoTimestamps {

  private static final long FIRST = -62_135_596_800L;
  private static final long LAST = 253_402_300_799L;

  /** Go takes an hour of one digit, a comma for the point, and any two digits in an offset. */
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{1,2}):(\\d{2}):(\\d{2})"
              + "(?:[.,](\\d+))?(?:Z|([+-])(\\d{2}):(\\d{2}))");

  private GoTimestamps() {}

  /** Returns the time, or nothing if the text is none. */
  static Optional<Instant> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(matcher, 1),
              number(matcher, 2),
              number(matcher, 3),
              number(matcher, 4),
              number(matcher, 5),
              number(matcher, 6),
              nanos(matcher.group(7)));
      return offset(matcher)
          .flatMap(offset -> checked(local.toInstant(ZoneOffset.UTC).minusSeconds(offset)));
    } catch (DateTimeException outOfRange) {
      return Optional.empty();
    }
  }

  private static Optional<Long> offset(Matcher matcher) {
    if (matcher.group(8) == null) {
      return Optional.of(0L);
    }
    int hours = number(matcher, 9);
    int minutes = number(matcher, 10);
    if (hours > 24 || minutes > 60) {
      return Optional.empty();
    }
    long seconds = (hours * 60L + minutes) * 60;
    return Optional.of(matcher.group(8).equals("-") ? -seconds : seconds);
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static int nanos(String digits) {
    return digits == null ? 0 : Integer.parseInt((digits + "000000000").substring(0, 9));
  }

  /** Returns the time, or nothing if it lies outside the years of CEL. */
  static Optional<Instant> checked(Instant time) {
    return time.getEpochSecond() < FIRST || time.getEpochSecond() > LAST
        ? Optional.empty()
        : Optional.of(time);
  }

  static Optional<Instant> ofSeconds(long seconds) {
    return seconds < FIRST || seconds > LAST
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond(seconds));
  }

  /** Prints the time in UTC with as many digits of the second as it needs. */
  static String text(Instant time) {
    return time.toString().replaceFirst("(\\.\\d*?)0+Z", "$1Z");
  }
}
