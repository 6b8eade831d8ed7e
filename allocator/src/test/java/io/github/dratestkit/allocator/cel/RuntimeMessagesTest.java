package io.github.dratestkit.allocator.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is told of selectors that fail on a device, beside what upstream's allocator told; the first
 * line of the file says how it was asked.
 */
class RuntimeMessagesTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final CelEnvironment ENVIRONMENT =
      CelEnvironment.of(
          FeatureSet.of(KubernetesVersion.V1_37), CelEnvironment.Mode.STORED_EXPRESSIONS);

  private static List<String> lines() throws IOException {
    try (InputStream in =
        RuntimeMessagesTest.class.getResourceAsStream("/upstream/cel/messages.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Match match(String expression, CelDevice device) {
    return ((Compilation.Compiled) ENVIRONMENT.compileSelector(expression))
        .expression()
        .matches(device);
  }

  @TestFactory
  Stream<DynamicTest> a_selector_that_fails_is_told_of_in_the_words_of_upstream()
      throws IOException {
    List<String> lines = lines();
    JsonNode header = JSON.readTree(lines.get(0));
    CelDevice device =
        CelDevice.of(
            header.get("driver").asString(), JSON.treeToValue(header.get("device"), Device.class));
    return lines.stream()
        .skip(1)
        .map(JSON::readTree)
        .map(
            pair ->
                DynamicTest.dynamicTest(
                    pair.get(0).asString(),
                    () ->
                        assertThat(match(pair.get(0).asString(), device))
                            .isInstanceOfSatisfying(
                                Match.Failed.class,
                                failed ->
                                    assertThat(failed.failure().message())
                                        .isEqualTo(pair.get(1).asString()))));
  }

  @Test
  void an_optional_bool_is_a_bool() {
    CelDevice device = CelDevice.of("gpu.example.com", new Device());
    assertThat(match("dyn(optional.of(true))", device)).isEqualTo(new Match.Yes());
    assertThat(match("dyn(optional.of(optional.of(true)))", device)).isEqualTo(new Match.Yes());
    assertThat(match("dyn(optional.of(false))", device)).isEqualTo(new Match.No());
  }
}
