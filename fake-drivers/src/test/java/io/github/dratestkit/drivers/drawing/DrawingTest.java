package io.github.dratestkit.drivers.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.drivers.hardware.Hardware;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

class DrawingTest {

  static List<String> models() {
    return List.of("h100-80gb", "nic-100g", "tpu-v5p-4x4x4", "cpu", "trn2");
  }

  @ParameterizedTest
  @MethodSource("models")
  void a_picture_is_a_document_that_parses(String model) throws Exception {
    String svg = Drawing.svg(Hardware.named(model), "n1");
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  @Test
  void a_machine_shows_its_devices_under_their_roots() {
    assertThat(Drawing.svg(Hardware.named("h100-80gb"), "n1"))
        .contains("node n1", "NUMA node 0", "NUMA node 1", "PCIe root pci0000:44", "gpu-7");
  }

  @Test
  void a_torus_shows_its_chips_and_boxes() {
    String svg = Drawing.svg(Hardware.named("tpu-v5p-4x4x4"), "pod");
    assertThat(svg.split("<circle", -1)).hasSize(65);
    assertThat(svg).contains("16 of 2x2x1", "1 of 4x4x4");
  }

  @Test
  void a_torus_of_eight_cubes_fits_the_picture() {
    String svg = Drawing.svg(Hardware.named("tpu-v5p-8x8x8"), "pod");
    assertThat(svg.split("<circle", -1)).hasSize(513);
    assertThat(svg).contains("viewBox", "2 of 4x8x8");
  }
}
