package io.github.dratestkit.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of the specifications: what was tested, with which inputs, and what came of it. Reports
 * are written from this alone.
 *
 * @param product name and version of the testkit
 * @param implementation what was tested, in words
 * @param kubernetes the version, such as {@code 1.37}
 * @param gates the feature gates that were set otherwise than by default
 * @param profile the profile asked for
 * @param seed the seed of everything random
 * @param hardware the hardware asked for, as on the command line
 */
public record ConformanceRun(
    String product,
    String implementation,
    String kubernetes,
    SortedMap<String, Boolean> gates,
    String profile,
    long seed,
    List<String> hardware,
    Instant started,
    Duration duration,
    List<ScenarioResult> scenarios) {

  public ConformanceRun {
    gates = new TreeMap<>(gates);
    hardware = List.copyOf(hardware);
    scenarios = List.copyOf(scenarios);
  }

  /** Returns how many scenarios ended so. */
  public int count(Outcome outcome) {
    return (int) scenarios.stream().filter(scenario -> scenario.outcome() == outcome).count();
  }

  /**
   * Says whether the implementation conforms: something was played, nothing failed, and no core
   * scenario was skipped.
   */
  public boolean conformant() {
    return count(Outcome.PASSED) > 0
        && count(Outcome.FAILED) == 0
        && scenarios.stream()
            .noneMatch(scenario -> scenario.outcome() == Outcome.SKIPPED && scenario.isCore());
  }

  /** Returns the number of scenarios by outcome, in the order of the outcomes. */
  public Map<Outcome, Integer> counts() {
    Map<Outcome, Integer> counts = new TreeMap<>();
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome, count(outcome));
    }
    return counts;
  }
}
