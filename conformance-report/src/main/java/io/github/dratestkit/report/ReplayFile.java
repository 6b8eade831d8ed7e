package io.github.dratestkit.report;

import java.util.List;
import java.util.stream.Collectors;

/** What somebody needs to see one failure again: the inputs, the steps, and the command. */
final class ReplayFile {

  private ReplayFile() {}

  static String of(ConformanceRun run, ScenarioResult scenario) {
    StringBuilder text = new StringBuilder();
    text.append(scenario.id()).append(' ').append(scenario.name()).append("\n\n");
    text.append("specification: ").append(scenario.location()).append('\n');
    text.append("implementation: ").append(run.implementation()).append('\n');
    text.append("kubernetes: ").append(run.kubernetes()).append('\n');
    text.append("gates: ").append(run.gates()).append('\n');
    text.append("seed: ").append(run.seed()).append('\n');
    text.append("again: ").append(command(run, scenario)).append("\n\n");
    for (StepResult step : scenario.steps()) {
      text.append(mark(step)).append(step.keyword()).append(step.text()).append('\n');
      step.table().forEach(row -> text.append("         ").append(cells(row)).append('\n'));
      if (!step.document().isEmpty()) {
        text.append(step.document().indent(9));
      }
      if (!step.message().isEmpty()) {
        text.append(step.message().indent(7));
      }
    }
    return text.toString();
  }

  private static String command(ConformanceRun run, ScenarioResult scenario) {
    return "./dra conformance --kubernetes "
        + run.kubernetes()
        + " --scenario '"
        + scenario.id()
        + "' --seed "
        + run.seed();
  }

  private static String mark(StepResult step) {
    return switch (step.status()) {
      case PASSED -> "  ok   ";
      case FAILED -> "  FAIL ";
      case SKIPPED -> "  -    ";
    };
  }

  private static String cells(List<String> row) {
    return row.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
