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

/** Whatever a user gets wrong is told in one line, with exit code 2. */
class WrongInputTest {

  @TempDir private Path folder;

  private static String refused(String... arguments) {
    StringWriter errors = new StringWriter();
    CommandLine line = Dra.commandLine();
    line.setErr(new PrintWriter(errors, true));
    assertThat(line.execute(arguments)).as("exit code").isEqualTo(2);
    return errors.toString().lines().findFirst().orElse("");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void objects_nested_without_end() throws IOException {
    assertThat(refused("explain", file("deep.json", "{\"a\":".repeat(20_000))))
        .endsWith("deep.json: objects are nested too deeply");
  }

  @Test
  void a_folder_where_cases_are_expected() {
    assertThat(refused("allocate", "--cases", folder.toString()))
        .endsWith("there is no such file, or it cannot be read");
  }

  @Test
  void a_case_with_an_unknown_field() throws IOException {
    assertThat(refused("allocate", "--cases", file("cases.jsonl", "{\"a\": 1}")))
        .endsWith("line 1: this is no case: there is no field a");
  }

  @Test
  void a_case_with_a_field_of_another_type() throws IOException {
    assertThat(refused("allocate", "--cases", file("cases.jsonl", "{\"slices\": \"foo\"}")))
        .endsWith("line 1: this is no case: field slices has another type");
  }

  @Test
  void a_number_of_nodes_below_one() {
    assertThat(refused("serve", "--hardware", "h100-80gb:1", "--nodes", "0"))
        .contains("--nodes")
        .endsWith("'0' is not at least 1");
  }

  @Test
  void nodes_without_hardware() {
    assertThat(refused("serve", "--nodes", "2")).startsWith("dra: --nodes needs --hardware");
  }

  @Test
  void a_runtime_config_that_means_nothing() {
    assertThat(refused("serve", "--runtime-config", "nonsense"))
        .startsWith("dra: runtime config \"nonsense\": expected are api/all");
    assertThat(refused("serve", "--runtime-config", "example.com/v1=true"))
        .contains("there is no group example.com");
    assertThat(refused("serve", "--runtime-config", "resource.k8s.io/v9"))
        .contains("resource.k8s.io has the versions v1, ");
  }

  @Test
  void a_node_that_cannot_be_called_so() {
    assertThat(refused("hardware", "slices", "h100-80gb", "--node", "Node_1"))
        .startsWith("dra: --node Node_1: the name of a node has lower-case letters");
  }

  @Test
  void a_claim_with_a_field_of_another_type() throws IOException {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: c}
        spec:
          devices:
            requests:
            - name: a
              exactly: {deviceClassName: gpu, count: 1}
            - name: b
              exactly:
                deviceClassName: gpu
                count: "1"
        """;
    assertThat(refused("explain", file("claim.yaml", claim)))
        .contains("claim.yaml:12: spec.devices.requests[1].exactly.count: ");
  }

  @Test
  void a_drawing_that_cannot_be_written() {
    String target = folder.resolve("missing").resolve("a.svg").toString();
    assertThat(refused("hardware", "show", "h100-80gb", "--svg", target))
        .isEqualTo("dra: " + target + ": there is no such file or folder");
  }
}
