package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a derived attribute is made of, type by type. */
class CelExpressionsTest {

  private static final String DRIVER = "gpu.example.com";
  private static final Device GPU =
      new DeviceBuilder()
          .withName("gpu-0")
          .withAttributes(
              Map.of(
                  "numa",
                  new DeviceAttributeBuilder().withInt(3L).build(),
                  "ready",
                  new DeviceAttributeBuilder().withBool(true).build(),
                  "model",
                  new DeviceAttributeBuilder().withString("a100").build(),
                  "firmware",
                  new DeviceAttributeBuilder().withVersion("1.2.3").build()))
          .build();

  private final CelExpressions expressions = new CelExpressions();

  private DeviceAttribute derived(String expression) {
    return expressions.derive(
        expression.replace("$", "device.attributes[\"" + DRIVER + "\"]"), DRIVER, GPU);
  }

  @Test
  void a_single_value_keeps_its_type() {
    assertThat(derived("$.numa + 1")).isEqualTo(new DeviceAttributeBuilder().withInt(4L).build());
    assertThat(derived("!$.ready")).isEqualTo(new DeviceAttributeBuilder().withBool(false).build());
    assertThat(derived("$.model + \"-80g\""))
        .isEqualTo(new DeviceAttributeBuilder().withString("a100-80g").build());
    assertThat(derived("$.firmware"))
        .isEqualTo(new DeviceAttributeBuilder().withVersion("1.2.3").build());
  }

  @Test
  void a_list_keeps_the_type_and_the_order_of_its_elements() {
    assertThat(derived("[int($.numa), 9]").getInts()).isEqualTo(List.of(3L, 9L));
    assertThat(derived("[$.ready == true, false]").getBools()).isEqualTo(List.of(true, false));
    assertThat(derived("[string($.model), \"b\"]").getStrings()).isEqualTo(List.of("a100", "b"));
    assertThat(derived("[semver(\"1.2.3\"), semver(\"2.0.0\")]").getVersions())
        .isEqualTo(List.of("1.2.3", "2.0.0"));
  }

  @Test
  void an_expression_that_is_broken_or_fails_gives_no_value() {
    assertThat(derived("$.numa +")).isEqualTo(new DeviceAttribute());
    assertThat(derived("$.missing")).isEqualTo(new DeviceAttribute());
  }

  @Test
  void a_selector_that_fails_does_not_match() {
    assertThat(expressions.matches("device.driver == \"" + DRIVER + "\"", DRIVER, GPU)).isTrue();
    assertThat(expressions.matches("device.driver == \"other\"", DRIVER, GPU)).isFalse();
    assertThat(
            expressions.matches("device.attributes[\"" + DRIVER + "\"].missing == 1", DRIVER, GPU))
        .isFalse();
    assertThat(expressions.matches("device.", DRIVER, GPU)).isFalse();
  }
}
