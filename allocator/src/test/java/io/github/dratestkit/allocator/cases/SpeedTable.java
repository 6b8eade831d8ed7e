package io.github.dratestkit.allocator.cases;

import com.sun.management.ThreadMXBean;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/**
 * Prints how long upstream and we take for growing cases, side by side on this machine: the fastest
 * of twenty runs of each (or of as many as the property {@code runs} says), snapshot included,
 * after the same warming up. Needs the oracle.
 */
public final class SpeedTable {

  private static final int RUNS = Integer.getInteger("runs", 20);
  private static final int DRAWN = 24;
  private static final long WARM_NANOSECONDS = 1_000_000_000;
  private static final double LIMIT_MILLISECONDS = 10_000;

  /** One line of the table; times are in milliseconds. */
  private record Line(
      String id, String outcome, double theirs, double ours, long steps, long bytes) {

    boolean isUnanswered() {
      return theirs >= LIMIT_MILLISECONDS;
    }

    double ratio() {
      return theirs / ours;
    }

    void print() {
      System.out.printf(
          Locale.ROOT,
          "%-44s %-10s %10s %9.3f %9s %9d %12d%n",
          id,
          outcome,
          isUnanswered() ? "> 10000" : String.format(Locale.ROOT, "%.3f", theirs),
          ours,
          (isUnanswered() ? "> " : "") + String.format(Locale.ROOT, "%.1f", ratio()),
          steps,
          bytes);
    }
  }

  private SpeedTable() {}

  /** Takes the name of a family, or nothing for all cases. */
  public static void main(String[] arguments) throws IOException {
    List<Map<String, Object>> cases = recorded();
    cases.addAll(GrowingCases.large());
    int ofScript = cases.size();
    cases.addAll(GrowingCases.variants());
    for (long seed = 1; seed <= DRAWN; seed++) {
      Map<String, Object> drawn = HardCase.of(seed);
      drawn.remove("timeoutSeconds");
      cases.add(drawn);
    }
    System.out.printf(
        "%-44s %-10s %10s %9s %9s %9s %12s%n",
        "case", "outcome", "theirs ms", "ours ms", "ratio", "steps", "bytes");
    List<Line> lines = new ArrayList<>();
    try (Oracle oracle = Oracle.start("-repeat", String.valueOf(RUNS))) {
      for (int i = 0; i < cases.size(); i++) {
        if (arguments.length > 0
            && !String.valueOf(cases.get(i).get("id")).startsWith(arguments[0])) {
          continue;
        }
        if (i == ofScript) {
          System.out.println("other sizes:");
        }
        Line line = measure(cases.get(i), oracle);
        line.print();
        lines.add(line);
      }
    }
    summarize(lines);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> recorded() throws IOException {
    List<Map<String, Object>> cases = new ArrayList<>();
    try (InputStream file =
            SpeedTable.class.getResourceAsStream("/upstream/growing-cases.jsonl.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Map<String, Object> entry = ParsedCase.JSON.readValue(line, Map.class);
        cases.add((Map<String, Object>) entry.get("case"));
      }
    }
    return cases;
  }

  private static Line measure(Map<String, Object> given, Oracle oracle) {
    String id = String.valueOf(given.get("id"));
    JsonNode answer = oracle.ask(given);
    String outcome = answer == null ? "crash" : answer.get("outcome").asString();
    double theirs = outcome.equals("timeout") ? LIMIT_MILLISECONDS : milliseconds(answer);
    ParsedCase parsed = ParsedCase.of(given);
    long deadline = System.nanoTime() + WARM_NANOSECONDS;
    Outcome ours = run(parsed);
    while (System.nanoTime() < deadline) {
      ours = run(parsed);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long fastest = Long.MAX_VALUE;
    long bytes = Long.MAX_VALUE;
    for (int i = 0; i < RUNS; i++) {
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      ours = run(parsed);
      fastest = Math.min(fastest, System.nanoTime() - start);
      bytes = Math.min(bytes, threads.getCurrentThreadAllocatedBytes() - allocated);
    }
    return new Line(id, nameOf(ours), theirs, fastest / 1e6, ours.steps(), bytes);
  }

  private static double milliseconds(JsonNode answer) {
    return answer == null ? Double.NaN : answer.get("nanoseconds").asLong() / 1e6;
  }

  private static Outcome run(ParsedCase given) {
    long end = System.nanoTime() + (long) (LIMIT_MILLISECONDS * 1e6);
    Budget budget =
        steps ->
            steps % 64 == 0 && System.nanoTime() > end
                ? Budget.Verdict.EXPIRED
                : Budget.Verdict.CONTINUE;
    return Allocator.of(given.snapshot(), () -> "share")
        .allocate(given.node(), given.allClaims(), budget);
  }

  private static String nameOf(Outcome outcome) {
    return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static void summarize(List<Line> lines) {
    List<Double> ratios = new ArrayList<>();
    lines.forEach(line -> ratios.add(line.ratio()));
    Collections.sort(ratios);
    long slower = lines.stream().filter(line -> line.theirs() > 1 && line.ratio() < 1).count();
    double slowest = lines.stream().mapToDouble(Line::ours).max().orElse(0);
    double hard = lines.stream().filter(Line::isUnanswered).mapToDouble(Line::ours).max().orElse(0);
    System.out.printf(
        Locale.ROOT,
        "%d cases, median ratio %.1f; slower than upstream above 1 ms: %d; our slowest %.1f ms,"
            + " %.1f ms where upstream has no answer%n",
        lines.size(),
        ratios.get(ratios.size() / 2),
        slower,
        slowest,
        hard);
  }
}
