package io.github.dratestkit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
  private static final String INCOMPLETE = SLICE.replace("Count: 1", "Count: 2");
  private static final String REFUSED = SLICE.replace("gpu-0", "GPU 0");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String slice = "";

  @BeforeEach
  void nameTheFile() {
    slice = folder.resolve("slice.yaml").toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private int lint(String... arguments) {
    CommandLine commandLine = Dra.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "lint";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }

  @Test
  void good_file_has_no_findings() throws IOException {
    write("slice.yaml", SLICE);

    assertThat(lint(slice)).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("0 errors, 0 warnings\n");
  }

  @Test
  void error_of_the_server_ends_with_1_and_names_line_and_column() throws IOException {
    write("slice.yaml", REFUSED);

    assertThat(lint(slice)).isEqualTo(1);
    assertThat(out.toString()).contains(":8:14: error:", "spec.devices[0].name", "[refused]");
  }

  @Test
  void advice_alone_ends_with_0_unless_asked_otherwise() throws IOException {
    write("slice.yaml", INCOMPLETE);

    assertThat(lint(slice)).isZero();
    assertThat(lint("--fail-on", "warning", slice)).isEqualTo(1);
  }

  @Test
  void folder_and_pattern_stand_for_their_files() throws IOException {
    write("slice.yaml", INCOMPLETE);
    write("notes.txt", "no manifest");

    assertThat(lint("--fail-on", "warning", folder.toString())).isEqualTo(1);
    assertThat(lint("--fail-on", "warning", folder + "/*.yaml")).isEqualTo(1);
  }

  @Test
  void what_cannot_be_read_is_an_error_and_ends_with_2() throws IOException {
    write("slice.yaml", "a: [1\nb: 2\n");

    assertThat(lint(slice)).isEqualTo(2);
    assertThat(lint(folder.resolve("gone.yaml").toString())).isEqualTo(2);
    assertThat(lint(folder + "/*.json")).isEqualTo(2);
    assertThat(out.toString())
        .contains(slice + ":2:2: error: ", "[unreadable-file]")
        .contains("gone.yaml:1:1: error: there is no such file")
        .contains("*.json:1:1: error: no file is called like this");
  }

  @Test
  void files_that_cannot_be_read_do_not_keep_others_from_being_checked() throws IOException {
    write("a.yaml", "a: [1\nb: 2\n");
    write("b.yaml", "{{ .Values.template }}");
    write("c.yaml", "# nothing but a remark\n---\n# and another\n");
    write("slice.yaml", REFUSED);

    assertThat(lint("--format", "json", folder.toString())).isEqualTo(2);
    List<String> rules = new ArrayList<>();
    JsonMapper.shared()
        .readTree(out.toString())
        .forEach(finding -> rules.add(finding.path("rule").asString()));
    assertThat(rules).containsExactly("unreadable-file", "unreadable-file", "refused");
  }

  @Test
  void file_without_objects_is_no_error() throws IOException {
    write("slice.yaml", "# nothing but a remark\n");

    assertThat(lint(slice)).isZero();
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("dra: there is no object in what was named\n");
  }

  @Test
  void wrong_type_is_found_in_its_line() throws IOException {
    write(
        "slice.yaml",
        SLICE.replace("{name: gpu-0}", "{name: gpu-0}, {name: gpu-1, bindsToNode: 1}"));

    assertThat(lint(slice)).isEqualTo(1);
    assertThat(out.toString()).contains("slice.yaml:8:42: error:", "spec.devices[1].bindsToNode");
  }

  @Test
  void sarif_describes_every_rule_and_points_at_a_region() throws IOException {
    write("slice.yaml", INCOMPLETE);

    assertThat(lint("--format", "sarif", slice)).isZero();
    JsonNode log = JsonMapper.shared().readTree(out.toString());
    JsonNode result = log.at("/runs/0/results/0");
    assertThat(log.path("version").asString()).isEqualTo("2.1.0");
    assertThat(log.at("/runs/0/tool/driver/rules"))
        .isNotEmpty()
        .allSatisfy(rule -> assertThat(rule.at("/help/text").asString()).isNotBlank());
    assertThat(
            log.at("/runs/0/tool/driver/rules")
                .path(result.path("ruleIndex").asInt())
                .path("id")
                .asString())
        .isEqualTo("incomplete-pool");
    JsonNode region = result.at("/locations/0/physicalLocation/region");
    assertThat(region.path("startLine").asInt()).isEqualTo(7);
    assertThat(region.path("startColumn").asInt()).isEqualTo(39);
  }
}
