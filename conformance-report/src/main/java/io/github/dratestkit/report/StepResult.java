package io.github.dratestkit.report;

import java.util.List;

/**
 * One step of a scenario as it was played.
 *
 * @param keyword with its final space, such as {@code "Given "}
 * @param text the step without its keyword
 * @param table the rows of its table, empty if it has none
 * @param document its document string, empty if it has none
 * @param message what went wrong, empty if nothing did
 */
public record StepResult(
    String keyword,
    String text,
    List<List<String>> table,
    String document,
    Status status,
    String message) {

  /** How the step ended. */
  public enum Status {
    PASSED,
    FAILED,
    SKIPPED
  }

  public StepResult {
    table = table.stream().map(List::copyOf).toList();
  }
}
