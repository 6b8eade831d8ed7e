package io.github.dratestkit.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The run as one page: no network, readable on a phone, printable. */
final class HtmlReport {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HtmlReport() {}

  static String of(ConformanceRun run) {
    return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>DRA conformance: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        %s%s%s</body>
        </html>
        """
        .formatted(
            text(run.implementation()), read("report.css"), head(run), facts(run), phases(run));
  }

  private static String head(ConformanceRun run) {
    String verdict = run.conformant() ? "Conformant" : "Not conformant";
    String bars =
        run.counts().entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(
                entry ->
                    "<span class=\"%s\" style=\"flex-grow:%d\">%d %s</span>"
                        .formatted(
                            entry.getKey().name().toLowerCase(Locale.ROOT),
                            entry.getValue(),
                            entry.getValue(),
                            entry.getKey().word()))
            .collect(Collectors.joining());
    return """
        <header class="%s">
        <h1>%s</h1>
        <p>%s</p>
        <div class="bar">%s</div>
        </header>
        """
        .formatted(run.conformant() ? "yes" : "no", verdict, text(run.implementation()), bars);
  }

  private static String facts(ConformanceRun run) {
    return """
        <dl>
        <dt>Testkit</dt><dd>%s</dd>
        <dt>Kubernetes</dt><dd>%s</dd>
        <dt>Feature gates</dt><dd>%s</dd>
        <dt>Profile</dt><dd>%s</dd>
        <dt>Hardware</dt><dd>%s</dd>
        <dt>Seed</dt><dd>%d</dd>
        <dt>Started</dt><dd>%s</dd>
        <dt>Took</dt><dd>%.2f s</dd>
        </dl>
        """
        .formatted(
            text(run.product()),
            text(run.kubernetes()),
            run.gates().isEmpty() ? "defaults" : text(run.gates().toString()),
            text(run.profile()),
            run.hardware().isEmpty()
                ? "the testkit's own"
                : text(String.join(", ", run.hardware())),
            run.seed(),
            TIME.format(run.started()),
            run.duration().toMillis() / 1000.0);
  }

  private static String phases(ConformanceRun run) {
    Map<String, Map<String, List<ScenarioResult>>> byPhase =
        run.scenarios().stream()
            .collect(
                Collectors.groupingBy(
                    ScenarioResult::phase,
                    TreeMap::new,
                    Collectors.groupingBy(
                        ScenarioResult::feature, TreeMap::new, Collectors.toList())));
    StringBuilder html = new StringBuilder();
    byPhase.forEach(
        (phase, features) -> {
          html.append("<h2>").append(text(phase)).append("</h2>\n");
          features.forEach(
              (feature, scenarios) -> {
                html.append("<h3>").append(text(feature)).append("</h3>\n");
                scenarios.forEach(scenario -> html.append(HtmlScenario.of(scenario)));
              });
        });
    return html.toString();
  }

  static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String read(String name) {
    try (InputStream stream = HtmlReport.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
