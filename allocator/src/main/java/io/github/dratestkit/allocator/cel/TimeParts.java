package io.github.dratestkit.allocator.cel;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The parts of times and durations. A zone is a name, of which the empty one is UTC, or an offset
 * ({@code cel-go/common/types/timestamp.go} and {@code duration.go}, 0.29).
 */
final class TimeParts {

  /** The functions of the standard library that this one stands for. */
  static final Set<StandardFunction> REPLACED =
      Set.of(
          StandardFunction.GET_FULL_YEAR,
          StandardFunction.GET_MONTH,
          StandardFunction.GET_DAY_OF_YEAR,
          StandardFunction.GET_DAY_OF_MONTH,
          StandardFunction.GET_DATE,
          StandardFunction.GET_DAY_OF_WEEK,
          StandardFunction.GET_HOURS,
          StandardFunction.GET_MINUTES,
          StandardFunction.GET_SECONDS,
          StandardFunction.GET_MILLISECONDS);

  private static final long NANOS_IN_MILLI = 1_000_000;

  private TimeParts() {}

  static void addTo(Functions functions) {
    add(functions, "getFullYear", "timestamp_to_year", ZonedDateTime::getYear);
    add(functions, "getMonth", "timestamp_to_month", time -> time.getMonthValue() - 1L);
    add(functions, "getDayOfYear", "timestamp_to_day_of_year", time -> time.getDayOfYear() - 1L);
    add(functions, "getDayOfMonth", "timestamp_to_day_of_month", time -> time.getDayOfMonth() - 1L);
    add(functions, "getDate", "timestamp_to_day_of_month_1_based", ZonedDateTime::getDayOfMonth);
    add(
        functions,
        "getDayOfWeek",
        "timestamp_to_day_of_week",
        time -> time.getDayOfWeek().getValue() % 7L);
    add(functions, "getHours", "timestamp_to_hours", ZonedDateTime::getHour);
    add(functions, "getMinutes", "timestamp_to_minutes", ZonedDateTime::getMinute);
    add(functions, "getSeconds", "timestamp_to_seconds", ZonedDateTime::getSecond);
    add(
        functions,
        "getMilliseconds",
        "timestamp_to_milliseconds",
        time -> time.getNano() / NANOS_IN_MILLI);
    functions.standard(
        "getHours",
        CelFunctionBinding.from("duration_to_hours", Duration.class, Duration::toHours));
    functions.standard(
        "getMinutes",
        CelFunctionBinding.from("duration_to_minutes", Duration.class, Duration::toMinutes));
    functions.standard(
        "getSeconds",
        CelFunctionBinding.from(
            "duration_to_seconds", Duration.class, length -> length.toNanos() / 1_000_000_000));
    functions.standard(
        "getMilliseconds",
        CelFunctionBinding.from(
            "duration_to_milliseconds",
            Duration.class,
            length -> length.toNanos() / NANOS_IN_MILLI));
  }

  @SuppressWarnings("Immutable") // No part keeps state.
  private static void add(
      Functions functions, String name, String id, ToLongFunction<ZonedDateTime> part) {
    functions.standard(
        name,
        CelFunctionBinding.from(
            id, Instant.class, time -> part.applyAsLong(time.atZone(ZoneOffset.UTC))),
        CelFunctionBinding.from(
            id + "_with_tz",
            Instant.class,
            String.class,
            (time, zone) -> part.applyAsLong(time.atZone(zone(zone)))));
  }

  private static ZoneId zone(String text) {
    try {
      int colon = text.indexOf(':');
      if (colon >= 0) {
        int hours = Integer.parseInt(text.substring(0, colon));
        int minutes = Integer.parseInt(text.substring(colon + 1));
        int offset = hours * 60 + (text.startsWith("-") ? -minutes : minutes);
        return ZoneOffset.ofTotalSeconds(offset * 60);
      }
      boolean universal = text.isEmpty() || text.equals("UTC") || text.equals("Local");
      if (universal) {
        return ZoneOffset.UTC;
      }
      if (!ZoneId.getAvailableZoneIds().contains(text)) {
        throw new CelInvalidArgumentException("unknown time zone " + text);
      }
      return ZoneId.of(text);
    } catch (DateTimeException | NumberFormatException malformed) {
      throw new CelInvalidArgumentException(malformed);
    }
  }
}
