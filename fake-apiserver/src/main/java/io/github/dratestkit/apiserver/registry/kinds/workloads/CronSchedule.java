package io.github.dratestkit.apiserver.registry.kinds.workloads;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Schedules as cron has them (robfig/cron's standard parser, as in 1.37). */
final class CronSchedule {

  private static final Set<String> DESCRIPTORS =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(0|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+");
  private static final List<String> MONTHS =
      List.of(
          "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  /** One of the five fields. */
  private record Unit(int lowest, int highest, List<String> names) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit(0, 59, List.of()),
          new Unit(0, 23, List.of()),
          new Unit(1, 31, List.of()),
          new Unit(1, 12, MONTHS),
          new Unit(0, 6, DAYS));

  private CronSchedule() {}

  static boolean isValid(String text) {
    String schedule = text;
    if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
      int space = text.indexOf(' ');
      schedule = space < 0 ? "" : text.substring(space).strip();
    }
    if (schedule.startsWith("@")) {
      return DESCRIPTORS.contains(schedule)
          || (schedule.startsWith("@every ")
              && DURATION.matcher(schedule.substring("@every ".length())).matches());
    }
    String[] fields = schedule.strip().split("\\s+");
    if (fields.length != UNITS.size()) {
      return false;
    }
    for (int i = 0; i < fields.length; i++) {
      Unit unit = UNITS.get(i);
      // Commas around nothing are skipped.
      for (String range : fields[i].split(",")) {
        if (!range.isEmpty() && !isRange(range, unit)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isRange(String text, Unit unit) {
    String[] stepped = text.split("/", -1);
    String[] limits = stepped[0].split("-", -1);
    if (stepped.length > 2 || limits.length > 2) {
      return false;
    }
    int first = unit.lowest;
    int last = unit.highest;
    if (!limits[0].equals("*") && !limits[0].equals("?")) {
      first = value(limits[0], unit);
      boolean open = limits.length == 1 && stepped.length == 2;
      last = open ? unit.highest : value(limits[limits.length - 1], unit);
      if (first < 0 || last < 0) {
        return false;
      }
    }
    boolean step = stepped.length == 1 || number(stepped[1]) > 0;
    return step && first >= unit.lowest && last <= unit.highest && first <= last;
  }

  private static int value(String text, Unit unit) {
    int named = unit.names.indexOf(text.toLowerCase(Locale.ROOT));
    return named >= 0 && !text.isEmpty() ? named : number(text);
  }

  private static int number(String text) {
    return text.matches("\\+?[0-9]{1,9}") ? Integer.parseInt(text) : -1;
  }
}
