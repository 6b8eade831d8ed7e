package io.github.dratestkit.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files that one run leaves, beside those that Cucumber writes itself. */
final class ReportFolder {

  private static final String REPLAYS = "failures";

  private ReportFolder() {}

  static void write(ConformanceRun run, Path folder) throws IOException {
    Files.writeString(folder.resolve("report.html"), HtmlReport.of(run));
    Files.writeString(folder.resolve("report.yaml"), YamlReport.of(run));
    Files.writeString(folder.resolve("badge.svg"), Badge.of(run));
    writeReplays(run, folder.resolve(REPLAYS));
  }

  private static void writeReplays(ConformanceRun run, Path folder) throws IOException {
    removeOld(folder);
    for (ScenarioResult scenario : run.scenarios()) {
      if (scenario.outcome() == Outcome.FAILED) {
        Files.createDirectories(folder);
        Files.writeString(
            folder.resolve(scenario.id().replaceAll("[^A-Za-z0-9]+", "-") + ".txt"),
            ReplayFile.of(run, scenario));
      }
    }
  }

  private static void removeOld(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
