package io.github.dratestkit.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two devices, one of them tainted and the other held by a claim; a claim asks for one. */
class AnswerTest {

  private static final String OBJECTS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: node-1-gpu}
      spec:
        driver: gpu.example.com
        nodeName: node-1
        pool: {name: node-1, generation: 1, resourceSliceCount: 1}
        devices:
        - name: gpu-0
        - name: gpu-1
          taints: [{key: example.com/sick, value: "yes", effect: NoSchedule}]
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training, namespace: team-a}
      spec:
        devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}
      status:
        allocation:
          devices:
            results: [{request: gpu, driver: gpu.example.com, pool: node-1, device: gpu-0}]
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: wanted, namespace: team-b}
      spec:
        devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}
      """;

  @TempDir private Path folder;

  private Answer answer() throws IOException {
    Path file = Files.writeString(folder.resolve("objects.yaml"), OBJECTS);
    Situation situation = Situation.ofFiles(List.of(file), KubernetesVersion.V1_37, Map.of());
    return new Question("", "").ask(situation).get(0);
  }

  @Test
  void the_claim_that_holds_the_device_is_named() throws IOException {
    assertThat(String.join("\n", answer().lines()))
        .contains("claim team-b/wanted fits nowhere")
        .contains("full now: it would fit after the release of claim team-a/training");
  }

  @Test
  void what_would_help_can_be_acted_on_by_a_program() throws IOException {
    JsonNode tree = JsonMapper.shared().valueToTree(answer().toTree());
    JsonNode node = tree.at("/nodes/0");
    assertThat(node.path("status").asString()).isEqualTo("cannot allocate all claims");
    assertThat(node.at("/diagnosis/conflict/0/request").asString()).isEqualTo("gpu");
    assertThat(node.at("/diagnosis/room/release/0/claim").asString()).isEqualTo("team-a/training");
    assertThat(node.at("/diagnosis/remedies/0/0/kind").asString()).isEqualTo("AddDevices");
    assertThat(node.at("/diagnosis/remedies/0/0/slice/spec/driver").asString())
        .isEqualTo("gpu.example.com");
    assertThat(node.at("/diagnosis/remedies/1/0/toleration/key").asString())
        .isEqualTo("example.com/sick");
  }

  @Test
  void no_line_is_longer_than_80_columns() throws IOException {
    assertThat(answer().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void admin_access_is_decided_by_the_namespace_if_the_files_have_it() throws IOException {
    String claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: monitor, namespace: NAMESPACE}
        spec:
          devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, adminAccess: true}}]}
        ---
        """;
    String namespace =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: NAMESPACE}
        ---
        """;
    for (String name : List.of("default", "team-c")) {
      String wanted = claim.replace("NAMESPACE", name);
      String given = namespace.replace("NAMESPACE", name);
      String labelled =
          given.replace("}", ", labels: {resource.kubernetes.io/admin-access: \"true\"}}");

      assertThat(monitors(wanted + OBJECTS, name)).isTrue();
      assertThat(monitors(wanted + labelled + OBJECTS, name)).isTrue();
      assertThatThrownBy(() -> monitors(wanted + given + OBJECTS, name))
          .isInstanceOf(ManifestException.class)
          .hasMessageContaining("adminAccess");
    }
  }

  private boolean monitors(String objects, String namespace) throws IOException {
    Path file = Files.writeString(folder.resolve("monitor.yaml"), objects);
    Situation situation = Situation.ofFiles(List.of(file), KubernetesVersion.V1_37, Map.of());
    return new Question(namespace + "/monitor", "").ask(situation).get(0).fits();
  }
}
