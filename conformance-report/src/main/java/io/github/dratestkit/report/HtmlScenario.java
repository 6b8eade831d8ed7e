package io.github.dratestkit.report;

import static io.github.dratestkit.report.HtmlReport.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One scenario of the page: a line that opens to its steps; a failure is open from the start. */
final class HtmlScenario {

  private HtmlScenario() {}

  static String of(ScenarioResult scenario) {
    return """
        <details class="%s" id="%s"%s>
        <summary><b>%s</b> %s <i>%s</i> <small>%d ms</small></summary>
        %s<p class="tags">%s<br>%s</p>
        <ol>
        %s</ol>
        </details>
        """
        .formatted(
            scenario.outcome().name().toLowerCase(Locale.ROOT),
            text(scenario.id()),
            scenario.outcome() == Outcome.FAILED ? " open" : "",
            text(scenario.id()),
            text(scenario.name()),
            scenario.outcome().word(),
            scenario.duration().toMillis(),
            scenario.reason().isEmpty() ? "" : "<pre>" + text(scenario.reason()) + "</pre>\n",
            text(String.join(" ", scenario.tags())),
            text(scenario.location()),
            scenario.steps().stream().map(HtmlScenario::step).collect(Collectors.joining()));
  }

  private static String step(StepResult step) {
    return "<li class=\"%s\"><b>%s</b>%s%s%s</li>\n"
        .formatted(
            step.status().name().toLowerCase(Locale.ROOT),
            text(step.keyword()),
            text(step.text()),
            table(step.table()),
            step.document().isEmpty() ? "" : "<pre>" + text(step.document()) + "</pre>");
  }

  private static String table(List<List<String>> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    return rows.stream()
        .map(
            row ->
                row.stream()
                    .map(cell -> "<td>" + text(cell) + "</td>")
                    .collect(Collectors.joining("", "<tr>", "</tr>")))
        .collect(Collectors.joining("", "<table>", "</table>"));
  }
}
