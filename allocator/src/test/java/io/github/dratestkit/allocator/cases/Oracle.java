package io.github.dratestkit.allocator.cases;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The running oracle: upstream's own allocator behind a pipe. */
final class Oracle implements AutoCloseable {

  private final Process process;
  private final BufferedWriter cases;
  private final BufferedReader answers;

  private Oracle(Process process) {
    this.process = process;
    this.cases =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts the binary in {@code $DRA_UPSTREAM}, or where upstream's build script puts it. */
  static Oracle start(String... options) {
    String folder = System.getenv("DRA_UPSTREAM");
    Path binary =
        folder == null
            ? Path.of(System.getProperty("user.home"), ".cache", "dra-upstream", "oracle")
            : Path.of(folder, "oracle");
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of(options));
    try {
      return new Oracle(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      throw new UncheckedIOException(
          binary + " does not start: build it, or set DRA_UPSTREAM to its folder", e);
    }
  }

  /** Returns the answer, or null if upstream itself crashed on the case. */
  @Nullable JsonNode ask(Map<String, Object> given) {
    try {
      cases.write(ParsedCase.JSON.writeValueAsString(given));
      cases.newLine();
      cases.flush();
      String line = answers.readLine();
      return line == null ? null : ParsedCase.JSON.readTree(line);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
