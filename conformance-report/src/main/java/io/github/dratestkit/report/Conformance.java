package io.github.dratestkit.report;

import io.cucumber.core.options.CommandlineOptionsParser;
import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.runtime.Runtime;
import io.github.dratestkit.features.target.Target;
import io.github.dratestkit.features.target.Targets;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Plays the specifications on a target and writes the report. The one way into this package. */
public final class Conformance {

  private static final String FEATURES = "classpath:features";
  private static final String STEPS = "io.github.dratestkit.features.steps";

  private Conformance() {}

  /**
   * Plays every scenario that the request selects and leaves a report in its folder.
   *
   * @param terminal where progress goes
   * @throws IOException if the folder cannot be written
   */
  public static ConformanceRun run(
      Target target, ConformanceRequest request, InstantSource clock, Terminal terminal)
      throws IOException {
    Files.createDirectories(request.folder());
    List<ScenarioResult> planned = plan(request);
    TerminalProgress progress = new TerminalProgress(terminal, planned.size());
    RunRecorder recorder = new RunRecorder(progress);
    Instant started = clock.instant();
    Targets.use(target);
    List<String> places =
        request.scenario().isEmpty()
            ? List.of(FEATURES)
            : planned.stream().map(ScenarioResult::location).toList();
    play(request, recorder, machineReports(request.folder()), places);
    ConformanceRun run =
        new ConformanceRun(
            request.product(),
            target.description(),
            target.features().version().toString(),
            request.gates(),
            request.profile().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
            request.seed(),
            request.hardware(),
            started,
            Duration.between(started, clock.instant()),
            recorder.scenarios());
    ReportFolder.write(run, request.folder());
    progress.summary(run, request.folder());
    return run;
  }

  /** Finds the scenarios without playing them: for the progress line, and to find one by its id. */
  private static List<ScenarioResult> plan(ConformanceRequest request) {
    RunRecorder recorder = new RunRecorder(Progress.SILENT);
    play(request, recorder, List.of("--dry-run"), List.of(FEATURES));
    List<ScenarioResult> planned =
        recorder.scenarios().stream()
            .filter(
                scenario ->
                    request.scenario().isEmpty() || scenario.id().equals(request.scenario()))
            .toList();
    if (planned.isEmpty()) {
      throw new IllegalArgumentException(
          request.scenario().isEmpty()
              ? "no scenario has these tags: " + request.tagExpression().orElse("none")
              : "there is no scenario " + request.scenario() + ", such as CountAndAll1[2]");
    }
    return planned;
  }

  private static void play(
      ConformanceRequest request,
      RunRecorder recorder,
      List<String> moreArguments,
      List<String> places) {
    List<String> arguments = new ArrayList<>(List.of("--glue", STEPS, "--no-summary"));
    request.tagExpression().ifPresent(tags -> arguments.addAll(List.of("--tags", tags)));
    arguments.addAll(moreArguments);
    arguments.addAll(places);
    RuntimeOptions options =
        new CommandlineOptionsParser(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
            .parse(arguments.toArray(String[]::new))
            .build();
    Runtime.builder()
        .withRuntimeOptions(options)
        .withClassLoader(Conformance.class::getClassLoader)
        .withAdditionalPlugins(recorder)
        .build()
        .run();
  }

  private static List<String> machineReports(Path folder) {
    return List.of(
        "--plugin",
        "message:" + folder.resolve("cucumber.ndjson"),
        "--plugin",
        "junit:" + folder.resolve("junit.xml"));
  }
}
