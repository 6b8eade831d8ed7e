package io.github.dratestkit.apiserver.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Manifests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LintTest {

  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: node-1-gpu}
      spec:
        driver: gpu.example.com
        nodeName: node-1
        pool: {name: node-1, generation: 1, resourceSliceCount: 1}
        devices:
        - name: gpu-0
          attributes: {model: {string: A100}}
      """;

  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec:
        selectors:
        - cel: {expression: "device.driver == 'gpu.example.com'"}
      """;

  private static List<LintFinding> lint(String... texts) {
    List<Manifest> manifests = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      manifests.addAll(Manifests.parse("file-" + (i + 1) + ".yaml", texts[i]));
    }
    return Lint.check(FeatureSet.of(KubernetesVersion.LATEST), manifests);
  }

  private static List<String> rules(List<LintFinding> findings) {
    return findings.stream().map(LintFinding::rule).toList();
  }

  @Test
  void good_objects_leave_nothing_to_say() {
    assertThat(lint(SLICE, CLASS)).isEmpty();
  }

  @Test
  void error_of_the_server_names_line_and_field() {
    List<LintFinding> findings = lint(SLICE.replace("name: gpu-0", "name: GPU_0"));

    assertThat(findings)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.field()).isEqualTo("spec.devices[0].name");
              assertThat(finding.line()).isEqualTo(9);
              assertThat(finding.object()).isEqualTo("ResourceSlice node-1-gpu");
            });
  }

  @Test
  void v1beta1_errors_are_found_in_the_flat_file() {
    String claim =
        """
        apiVersion: resource.k8s.io/v1beta1
        kind: ResourceClaim
        metadata: {name: claim}
        spec:
          devices:
            requests:
            - name: gpu
              deviceClassName: Not-A-Class
        """;

    assertThat(lint(claim)).extracting(LintFinding::line).containsExactly(8);
  }

  @Test
  void several_documents_and_lists_are_read() {
    String broken = SLICE.replace("gpu.example.com", "gpu_example");
    String list =
        "apiVersion: v1\nkind: List\nitems:\n- " + broken.strip().replace("\n", "\n  ") + "\n";

    assertThat(lint(CLASS + "---\n" + broken)).hasSize(1);
    assertThat(lint(list)).hasSize(1);
  }

  @Test
  void wrong_type_is_unreadable_and_unknown_field_a_warning() {
    assertThat(rules(lint(SLICE.replace("generation: 1", "generation: one"))))
        .containsExactly("unreadable");
    assertThat(rules(lint(SLICE.replace("nodeName: node-1", "nodeName: node-1\n  nodeNam: x"))))
        .containsExactly("unknown-field");
  }

  @Test
  void attribute_that_looks_standard_should_be() {
    assertThat(rules(lint(SLICE.replace("model:", "pcieRoot:"))))
        .containsExactly("unqualified-attribute");
    assertThat(rules(lint(SLICE.replace("model:", "resource.kubernetes.io/model:"))))
        .containsExactly("not-standard-attribute");
    assertThat(
            lint(
                SLICE.replace(
                    "model: {string: A100}",
                    "resource.kubernetes.io/pcieRoot: {string: 'pci0000:3b'}")))
        .isEmpty();
  }

  @Test
  void changed_slice_needs_another_generation() {
    String changed = SLICE.replace("A100", "H100");

    assertThat(rules(lint(SLICE, changed))).containsExactly("missing-generation-bump");
    assertThat(lint(SLICE, changed.replace("generation: 1", "generation: 2"))).isEmpty();
  }

  @Test
  void pool_must_be_complete() {
    assertThat(lint(SLICE.replace("resourceSliceCount: 1", "resourceSliceCount: 2")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("incomplete-pool");
              assertThat(finding.message()).contains("gpu.example.com/node-1", "2 slices");
            });
  }

  @Test
  void counters_are_consumed_and_suffice() {
    String counters =
        SLICE
                .replace("node-1-gpu", "node-1-counters")
                .replaceAll("(?s)  devices:.*", "")
                .replace("Count: 1", "Count: 2")
            + "  sharedCounters:\n  - name: card\n    counters: {memory: {value: 40Gi}, idle: {value: 1}}\n";
    String devices =
        SLICE.replace("Count: 1", "Count: 2")
            + "    consumesCounters:\n    - counterSet: card\n      counters: {memory: {value: 80Gi}, engines: {value: 1}}\n";

    assertThat(rules(lint(counters, devices)))
        .containsExactlyInAnyOrder("unused-counter", "unsatisfiable-counter", "unknown-counter");
  }

  @Test
  void selector_that_matches_nothing_leaves_devices_unselected() {
    assertThat(rules(lint(SLICE, CLASS.replace("== 'gpu.example.com'", "== 'nic.example.com'"))))
        .containsExactly("unselected-device", "selector-never-matches");
  }

  @Test
  void object_near_the_size_limit_is_reported() {
    StringBuilder labels = new StringBuilder("metadata:\n  name: gpu\n  annotations:\n");
    StringBuilder spec = new StringBuilder(CLASS.replace("metadata: {name: gpu}", ""));
    spec.append("  config:\n");
    for (int i = 0; i < 32; i++) {
      spec.append("  - opaque: {driver: gpu.example.com, parameters: {text: \"")
          .append("x".repeat(9_000))
          .append("\"}}\n");
    }
    labels.append("    note: \"").append("y".repeat(250_000)).append("\"\n");

    assertThat(lint(spec.append(labels).toString())).isEmpty();
    assertThat(rules(lint(bigSlice()))).containsExactly("near-size-limit");
  }

  private static String bigSlice() {
    StringBuilder devices = new StringBuilder(SLICE.substring(0, SLICE.indexOf("  - name")));
    for (int i = 0; i < 128; i++) {
      devices.append("  - name: gpu-").append(i).append("\n    attributes:\n");
      for (int j = 0; j < 32; j++) {
        devices
            .append("      ")
            .append("d".repeat(60))
            .append(".a/")
            .append("n".repeat(28))
            .append(j)
            .append(": {string: \"")
            .append("é".repeat(32))
            .append("\"}\n");
      }
      devices.append("    bindingConditions: [\"").append(key(i, 'a')).append("\"]\n");
      devices.append("    bindingFailureConditions: [\"").append(key(i, 'b')).append("\"]\n");
    }
    return devices
        .toString()
        .replace(
            "{name: node-1-gpu}",
            "{name: node-1-gpu, annotations: {note: \"" + "y".repeat(250_000) + "\"}}");
  }

  private static String key(int number, char letter) {
    return String.valueOf(letter).repeat(60)
        + ".b."
        + ("c".repeat(63) + ".").repeat(2)
        + "d/"
        + String.valueOf(letter).repeat(50)
        + number;
  }

  @Test
  void device_names_stay() {
    String first = SLICE.replace("model: {string: A100}", "serial: {string: X1}");
    String second = first.replace("gpu-0", "gpu-1").replace("generation: 1", "generation: 2");

    assertThat(rules(lint(first, second))).containsExactly("unstable-device-name");
    assertThat(rules(lint(SLICE.replace("gpu-0", "gpu-1764547200"))))
        .containsExactly("unstable-device-name");
  }

  @Test
  void partition_and_parent_share_counters() {
    String partition = SLICE + "  - name: gpu-0-part\n    attributes: {parent: {string: gpu-0}}\n";

    assertThat(rules(lint(partition))).containsExactly("parent-and-partition-whole");
  }

  @Test
  void every_format_names_rule_file_and_line() {
    List<LintFinding> findings =
        lint(SLICE.replace("resourceSliceCount: 1", "resourceSliceCount: 2"));

    assertThat(LintFormat.TEXT.write(findings))
        .contains(
            "file-1.yaml:7:39: warning: ", "[incomplete-pool]", "fix: ", "0 errors, 1 warning");
    assertThat(
            JsonMapper.shared()
                .readTree(LintFormat.JSON.write(findings))
                .get(0)
                .get("line")
                .asInt())
        .isEqualTo(7);
    assertThat(
            JsonMapper.shared()
                .readTree(LintFormat.SARIF.write(findings))
                .at("/runs/0/results/0/ruleId")
                .asString())
        .isEqualTo("incomplete-pool");
  }
}
