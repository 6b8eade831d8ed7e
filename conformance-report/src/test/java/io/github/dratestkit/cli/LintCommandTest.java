package io.github.dratestkit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LintCommandTest {

  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: node-1-gpu}
      spec:
        driver: gpu.example.com
        nodeName: node-1
        pool: {name: node-1, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();

  private int lint(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("slice.yaml"), text);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "lint";
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[arguments.length - 1] = file.toString();
    CommandLine commandLine = Dra.commandLine();
    commandLine.setOut(new PrintWriter(out));
    return commandLine.execute(arguments);
  }

  @Test
  void good_file_has_no_findings() throws IOException {
    assertThat(lint(SLICE)).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("0 errors, 0 warnings\n");
  }

  @Test
  void error_of_the_server_ends_with_1() throws IOException {
    assertThat(lint(SLICE.replace("gpu-0", "GPU 0"))).isEqualTo(1);
    assertThat(out.toString()).contains(":8: error: ", "spec.devices[0].name", "[refused]");
  }

  @Test
  void advice_alone_ends_with_0_in_the_format_asked_for() throws IOException {
    assertThat(lint(SLICE.replace("Count: 1", "Count: 2"), "--format", "sarif")).isZero();
    assertThat(out.toString()).contains("\"incomplete-pool\"", "\"2.1.0\"");
  }
}
