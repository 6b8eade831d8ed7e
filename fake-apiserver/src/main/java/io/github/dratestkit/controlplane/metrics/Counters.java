package io.github.dratestkit.controlplane.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers that only grow, by metric and labels. Any thread may count. */
final class Counters {

  private record Series(String metric, String labels) {}

  private final Map<Series, AtomicLong> values = new ConcurrentHashMap<>();

  void count(String metric, String labels) {
    values.computeIfAbsent(new Series(metric, labels), key -> new AtomicLong()).incrementAndGet();
  }

  /** Returns one metric with all its labels. */
  String text(String metric, String type, String help) {
    Map<String, Long> series = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.metric().equals(metric)) {
            series.put(key.labels(), value.get());
          }
        });
    return text(metric, type, help, series);
  }

  static String text(String metric, String type, String help, Map<String, Long> series) {
    StringBuilder text =
        new StringBuilder()
            .append("# HELP " + metric + " [ALPHA] " + help + "\n")
            .append("# TYPE ")
            .append(metric)
            .append(' ')
            .append(type)
            .append('\n');
    series.forEach(
        (labels, value) ->
            text.append(metric)
                .append(labels.isEmpty() ? "" : "{" + labels + "}")
                .append(' ')
                .append(value)
                .append('\n'));
    return text.toString();
  }
}
