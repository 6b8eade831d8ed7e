package io.github.dratestkit.apiserver.registry.kinds.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Indexes of the pods of a job, such as {@code 1,3-5} (validateIndexesFormat, batch, 1.37). */
final class JobIndexes {

  /** Stands for a text that is none. */
  static final long MALFORMED = -1;

  private record Range(long first, long last) {}

  private JobIndexes() {}

  /** Returns how many indexes a text names, {@link #MALFORMED} if it is not one of indexes. */
  static long count(String text, long completions) {
    return ranges(text, completions)
        .map(ranges -> ranges.stream().mapToLong(range -> range.last - range.first + 1).sum())
        .orElse(MALFORMED);
  }

  /** Says whether two texts name an index in common. */
  static boolean overlap(String one, String other, long completions) {
    List<Range> mine = ranges(one, completions).orElse(List.of());
    List<Range> theirs = ranges(other, completions).orElse(List.of());
    return mine.stream()
        .anyMatch(
            range ->
                theirs.stream().anyMatch(it -> range.first <= it.last && it.first <= range.last));
  }

  private static Optional<List<Range>> ranges(String text, long completions) {
    List<Range> ranges = new ArrayList<>();
    if (text.isEmpty()) {
      return Optional.of(ranges);
    }
    long last = Long.MIN_VALUE;
    for (String part : text.split(",", -1)) {
      String[] limits = part.split("-", -1);
      if (limits.length > 2 || !isIndex(limits[0]) || !isIndex(limits[limits.length - 1])) {
        return Optional.empty();
      }
      Range range = new Range(Long.parseLong(limits[0]), Long.parseLong(limits[limits.length - 1]));
      boolean grows = limits.length == 1 || range.first < range.last;
      if (!grows || range.last >= completions || last >= range.first) {
        return Optional.empty();
      }
      last = range.last;
      ranges.add(range);
    }
    return Optional.of(ranges);
  }

  private static boolean isIndex(String text) {
    return text.matches("\\+?[0-9]{1,10}");
  }
}
