package io.github.dratestkit.apiserver.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestsTest {

  private static final String TWO =
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: a}
        spec:
          devices:
          - name: gpu-0
            attributes:
              model: {string: "1.0"}
      ---
      apiVersion: v1
      kind: Node
      metadata:
        name: n1
      """;

  @Test
  void lists_are_taken_apart_and_documents_follow_each_other() {
    assertThat(Manifests.parse("two.yaml", TWO))
        .extracting(Manifest::name)
        .containsExactly("a", "n1");
  }

  @Test
  void every_field_knows_its_line() {
    Manifest slice = Manifests.parse("two.yaml", TWO).get(0);

    assertThat(slice.line("spec.devices[0].name")).isEqualTo(9);
    assertThat(slice.line("spec.devices[0].attributes[model]")).isEqualTo(11);
    assertThat(slice.line("spec.devices[0].capacity")).isEqualTo(9);
    assertThat(slice.line("spec.pool.name")).isEqualTo(7);
  }

  @Test
  void quoted_numbers_stay_texts() {
    Manifest slice = Manifests.parse("two.yaml", TWO).get(0);

    assertThat(slice.object().at("/spec/devices/0/attributes/model/string").isString()).isTrue();
  }

  @Test
  void broken_yaml_is_named_with_its_line() {
    assertThatThrownBy(() -> Manifests.parse("broken.yaml", "a: 1\nb: [1, 2\nc: 3\n"))
        .isInstanceOf(ManifestException.class)
        .hasMessageStartingWith("broken.yaml:3:2: ");
  }

  @Test
  void field_given_twice_is_named_with_its_line() {
    assertThatThrownBy(() -> Manifests.parse("twice.yaml", "kind: Node\nkind: Pod\n"))
        .isInstanceOf(ManifestException.class)
        .hasMessageStartingWith("twice.yaml:2:1: ");
  }

  @Test
  void text_that_is_no_object_is_refused() {
    assertThatThrownBy(() -> Manifests.parse("text.yaml", "hello\n"))
        .isInstanceOf(ManifestException.class)
        .hasMessageContaining("text.yaml:1:1: an object is expected");
  }

  @Test
  void empty_file_is_refused() {
    assertThatThrownBy(() -> Manifests.parse("empty.yaml", "# nothing\n"))
        .isInstanceOf(ManifestException.class)
        .hasMessage("empty.yaml: there is no object in this file");
  }

  @Test
  void missing_file_is_refused_by_name() {
    assertThatThrownBy(() -> Manifests.read(Path.of("no-such-file.yaml")))
        .isInstanceOf(ManifestException.class)
        .hasMessage("no-such-file.yaml: there is no such file");
  }

  @Test
  void json_is_read_as_well() {
    List<Manifest> manifests =
        Manifests.parse(
            "a.json", "{\"kind\":\"NodeList\",\"items\":[{\"kind\":\"Node\",\"a\":1}]}");

    assertThat(manifests).hasSize(1);
    assertThat(manifests.get(0).object().path("a").asInt()).isEqualTo(1);
  }
}
