package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import io.github.dratestkit.drivers.publish.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceFileTest {

  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata:
        creationTimestamp: "2026-11-30T10:00:00Z"
        generateName: 00000-gpu.example.com-n7-
        generation: 1
        name: 00000-gpu.example.com-n7-abcde
        ownerReferences:
        - {apiVersion: v1, controller: true, kind: Node, name: n7, uid: 11111111-2222-3333-4444-555555555555}
        resourceVersion: "812"
        uid: 66666666-2222-3333-4444-555555555555
        managedFields:
        - {manager: driver, operation: Update, apiVersion: resource.k8s.io/v1, time: "2026-11-30T10:00:00Z", fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:driver": {}}}}
      spec:
        driver: gpu.example.com
        nodeName: n7
        pool: {name: n7, generation: 4, resourceSliceCount: 1}
        devices:
        - name: gpu-0
          attributes:
            model: {string: A}
          capacity:
            memory: {value: 80Gi}
      """;

  @TempDir Path folder;

  @Test
  void a_slice_with_the_servers_metadata_is_read() throws IOException {
    Hardware hardware = read(SLICE);
    assertThat(hardware.nodes("anywhere")).containsExactly("n7");
    Offer offer = hardware.offers("anywhere").get(0);
    assertThat(offer.driver()).isEqualTo("gpu.example.com");
    assertThat(offer.node()).isEqualTo("n7");
    assertThat(offer.pools().get(0).placement()).isEqualTo(Placement.OWNING_NODE);
    assertThat(devices(hardware)).extracting(Device::getName).containsExactly("gpu-0");
  }

  @Test
  void a_list_of_an_older_version_is_read() throws IOException {
    Hardware hardware =
        read(
            """
            apiVersion: v1
            kind: List
            items:
            - apiVersion: resource.k8s.io/v1beta1
              kind: ResourceSlice
              metadata: {name: a}
              spec:
                driver: gpu.example.com
                nodeName: n7
                pool: {name: n7, generation: 1, resourceSliceCount: 1}
                devices:
                - name: gpu-0
                  basic:
                    attributes: {model: {string: A}}
                    capacity: {memory: {value: 80Gi}}
            """);
    Device device = devices(hardware).get(0);
    assertThat(device.getAttributes().get("model").getString()).isEqualTo("A");
    assertThat(device.getCapacity().get("memory").getValue()).hasToString("80Gi");
  }

  @Test
  void of_a_pool_the_newest_generation_counts() throws IOException {
    String older = SLICE.replace("generation: 4", "generation: 3").replace("gpu-0", "ghost");
    assertThat(devices(read(SLICE + "---\n" + older)))
        .extracting(Device::getName)
        .containsExactly("gpu-0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "kind: ResourceSlice | kind: Gadget | :2: kind: unknown kind \"Gadget\"",
        "k8s.io/v1 | k8s.io/v9 | :1: apiVersion: unknown version \"resource.k8s.io/v9\"",
        "nodeName: | nodName: | :16: spec.nodName: unknown field",
        "{string: A} | {text: A} | :21: spec.devices[0].attributes.model.text: unknown field",
        "generation: 4 | generation: four | :17: spec.pool.generation: a whole number is expected, not \"four\"",
        "driver: gpu.example.com | `` | :14: spec.driver: required field is missing",
        "- name: gpu-0 | - name gpu-0 | :20: ",
      })
  void what_is_wrong_is_said_with_its_place(String good, String bad, String message)
      throws IOException {
    String text = SLICE.replaceFirst(java.util.regex.Pattern.quote(good), bad == null ? "" : bad);
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ManifestException.class)
        .hasMessageContaining("slices.yaml" + message);
  }

  @Test
  void a_missing_file_is_named() {
    assertThatThrownBy(() -> Hardware.fromFile(folder.resolve("gone.yaml")))
        .isInstanceOf(ManifestException.class)
        .hasMessageEndingWith("gone.yaml: there is no such file");
  }

  private Hardware read(String text) throws IOException {
    Path file = folder.resolve("slices.yaml");
    Files.writeString(file, text);
    return Hardware.parse(file.toString());
  }

  private static List<Device> devices(Hardware hardware) {
    return hardware.offers("x").get(0).pools().get(0).devices();
  }
}
