package io.github.dratestkit.report;

import io.github.dratestkit.report.Terminal.Colour;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Prints each scenario as it ends, a progress line below, and a summary at the end. */
final class TerminalProgress implements Progress {

  private final Terminal terminal;
  private final int total;
  private int finished;
  private int failed;
  private String phase = "";

  TerminalProgress(Terminal terminal, int total) {
    this.terminal = terminal;
    this.total = total;
  }

  @Override
  public void started() {
    progressLine();
  }

  @Override
  public void finished(ScenarioResult scenario) {
    finished++;
    if (scenario.outcome() == Outcome.FAILED) {
      failed++;
    }
    if (!scenario.phase().equals(phase)) {
      phase = scenario.phase();
      terminal.line("");
      terminal.line(phase);
    }
    terminal.line(
        "  "
            + mark(scenario.outcome())
            + " "
            + wrap(scenario.id() + " " + scenario.name(), 4)
            + terminal.coloured(Colour.GREY, " " + seconds(scenario.duration())));
    if (scenario.outcome() != Outcome.PASSED) {
      terminal.line(wrap("      " + scenario.reason().lines().findFirst().orElse(""), 6));
    }
    if (scenario.outcome() == Outcome.FAILED) {
      scenario.reason().lines().skip(1).limit(20).forEach(line -> terminal.line("      " + line));
      terminal.line("      at " + scenario.location());
    }
    progressLine();
  }

  /** Prints what came of the run and where the report is. */
  void summary(ConformanceRun run, Path folder) {
    terminal.line("");
    terminal.line(
        run.scenarios().size()
            + " scenarios in "
            + seconds(run.duration())
            + ": "
            + run.count(Outcome.PASSED)
            + " passed, "
            + run.count(Outcome.FAILED)
            + " failed, "
            + run.count(Outcome.SKIPPED)
            + " skipped, "
            + run.count(Outcome.NOT_APPLICABLE)
            + " not applicable");
    terminal.line(
        run.conformant()
            ? terminal.coloured(Colour.GREEN, "CONFORMANT: " + run.implementation())
            : terminal.coloured(Colour.RED, "NOT CONFORMANT: " + run.implementation()));
    terminal.line("Report: " + folder.resolve("report.html"));
  }

  private void progressLine() {
    terminal.transientLine(
        finished + "/" + total + (failed == 0 ? "" : ", " + failed + " failed") + " ...");
  }

  private String mark(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> terminal.coloured(Colour.GREEN, "pass");
      case FAILED -> terminal.coloured(Colour.RED, "FAIL");
      case SKIPPED -> terminal.coloured(Colour.YELLOW, "skip");
      case NOT_APPLICABLE -> terminal.coloured(Colour.GREY, "n/a ");
    };
  }

  private String wrap(String text, int indent) {
    int room = terminal.width() - 12;
    StringBuilder wrapped = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ", -1)) {
      if (column > 0 && column + word.length() > room) {
        wrapped.append(System.lineSeparator()).append(" ".repeat(indent));
        column = 0;
      } else if (column > 0) {
        wrapped.append(' ');
      }
      wrapped.append(word);
      column += word.length() + 1;
    }
    return wrapped.toString();
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
  }
}
