package io.github.dratestkit.report;

import java.time.Duration;
import java.util.List;

/**
 * One scenario as it was played.
 *
 * @param id stable for ever: the feature's short name and the scenario's number, such as {@code
 *     CountAndAll1[2]}
 * @param phase the folder of the feature, such as {@code 2-requesting}
 * @param feature the feature's title
 * @param name the scenario's title without its number
 * @param location the feature file and line
 * @param tags with their {@code @}
 * @param reason why it failed, was skipped or does not apply; empty if it passed
 */
public record ScenarioResult(
    String id,
    String phase,
    String feature,
    String name,
    String location,
    List<String> tags,
    Outcome outcome,
    String reason,
    Duration duration,
    List<StepResult> steps) {

  public ScenarioResult {
    tags = List.copyOf(tags);
    steps = List.copyOf(steps);
  }

  /** Says whether every implementation must pass it; the others are features one may claim. */
  public boolean isCore() {
    return tags.contains("@core");
  }
}
