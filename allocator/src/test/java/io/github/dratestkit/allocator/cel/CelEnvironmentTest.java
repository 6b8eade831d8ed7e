package io.github.dratestkit.allocator.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CelEnvironmentTest {

  private static final String DRIVER = "dra.example.com";

  private final CelEnvironment stored =
      CelEnvironment.of(
          FeatureSet.of(KubernetesVersion.V1_37), CelEnvironment.Mode.STORED_EXPRESSIONS);
  private final CelEnvironment created =
      CelEnvironment.of(
          FeatureSet.of(KubernetesVersion.V1_37), CelEnvironment.Mode.NEW_EXPRESSIONS);

  private static Device device() {
    return new DeviceBuilder()
        .withName("gpu-0")
        .addToAttributes("model", attribute().withString("A100").build())
        .addToAttributes("healthy", attribute().withBool(true).build())
        .addToAttributes("index", attribute().withInt(3L).build())
        .addToAttributes("other.example.com/version", attribute().withVersion("1.2.3").build())
        .addToAttributes("nodes", attribute().withInts(0L, 1L).build())
        .addToCapacity("memory", capacity("40Gi"))
        .build();
  }

  private static io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder attribute() {
    return new io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder();
  }

  private static io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity capacity(String text) {
    return new io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder()
        .withValue(Quantity.parse(text))
        .build();
  }

  private CelExpression selector(String text) {
    Compilation compilation = stored.compileSelector(text);
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).expression();
  }

  private Match match(String text) {
    return selector(text).matches(CelDevice.of(DRIVER, device()));
  }

  @Test
  void attributes_are_filed_under_their_domain_or_the_driver() {
    assertThat(match("device.attributes[\"dra.example.com\"].model == \"A100\""))
        .isEqualTo(new Match.Yes());
    assertThat(
            match("device.attributes[\"other.example.com\"].version.isLessThan(semver(\"2.0.0\"))"))
        .isEqualTo(new Match.Yes());
    assertThat(match("device.attributes[\"dra.example.com\"].healthy")).isEqualTo(new Match.Yes());
    assertThat(match("device.attributes[\"dra.example.com\"].nodes.exists(n, n == 1)"))
        .isEqualTo(new Match.Yes());
    assertThat(match("device.driver == \"x\"")).isEqualTo(new Match.No());
  }

  @Test
  void capacity_is_a_quantity() {
    assertThat(
            match(
                "device.capacity[\"dra.example.com\"].memory.compareTo(quantity(\"40960Mi\")) == 0"))
        .isEqualTo(new Match.Yes());
  }

  @Test
  void an_unknown_domain_is_an_empty_map_but_not_a_member() {
    assertThat(match("has(device.attributes[\"no.such\"].x)")).isEqualTo(new Match.No());
    assertThat(match("\"no.such\" in device.attributes")).isEqualTo(new Match.No());
    assertThat(match("\"dra.example.com\" in device.attributes")).isEqualTo(new Match.Yes());
    assertThat(match("device.attributes[\"no.such\"].?x.orValue(0) == 0"))
        .isEqualTo(new Match.Yes());
    assertThat(match("device.attributes[\"no.such\"].x == 1"))
        .isInstanceOfSatisfying(
            Match.Failed.class,
            failed ->
                assertThat(failed.failure().kind()).isEqualTo(Evaluation.Failure.NO_SUCH_KEY));
  }

  @Test
  void values_of_different_types_are_not_equal_and_not_ordered() {
    assertThat(match("device.attributes[\"dra.example.com\"].index == \"x\""))
        .isEqualTo(new Match.No());
    assertThat(match("device.attributes[\"dra.example.com\"].model > 3"))
        .isInstanceOfSatisfying(
            Match.Failed.class,
            failed ->
                assertThat(failed.failure().kind()).isEqualTo(Evaluation.Failure.NO_SUCH_OVERLOAD));
  }

  @Test
  void a_result_that_is_no_bool_is_refused_or_fails() {
    assertThat(stored.compileSelector("1"))
        .isInstanceOfSatisfying(
            Compilation.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Compilation.Reason.RESULT_TYPE));
    assertThat(match("device.attributes[\"dra.example.com\"].index"))
        .isInstanceOfSatisfying(
            Match.Failed.class,
            failed -> assertThat(failed.failure().kind()).isEqualTo(Evaluation.Failure.CONVERSION));
  }

  @Test
  void errors_of_syntax_and_type_name_the_place() {
    assertThat(stored.compileSelector("device.driver == "))
        .isInstanceOfSatisfying(
            Compilation.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Compilation.Reason.SYNTAX);
              assertThat(rejected.message()).contains("1:18");
            });
    assertThat(stored.compileSelector("device.name == \"x\""))
        .isInstanceOfSatisfying(
            Compilation.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Compilation.Reason.TYPE));
  }

  @Test
  void new_expressions_may_not_use_what_a_gate_forbids() {
    assertThat(created.compileSelector("device.attributes[\"a\"].x.includes(1)"))
        .isInstanceOf(Compilation.Rejected.class);
    assertThat(stored.compileSelector("device.attributes[\"a\"].x.includes(1)"))
        .isInstanceOf(Compilation.Compiled.class);
    CelEnvironment withLists =
        CelEnvironment.of(
            FeatureSet.of(KubernetesVersion.V1_37, Map.of("DRAListTypeAttributes", true)),
            CelEnvironment.Mode.NEW_EXPRESSIONS);
    assertThat(withLists.compileSelector("device.attributes[\"a\"].x.includes(1)"))
        .isInstanceOf(Compilation.Compiled.class);
  }

  @Test
  void a_malformed_version_fails_every_expression() {
    Device broken =
        new DeviceBuilder()
            .addToAttributes("version", attribute().withVersion("one").build())
            .build();
    assertThat(selector("true").evaluate(CelDevice.of(DRIVER, broken)))
        .isInstanceOfSatisfying(
            Evaluation.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(Evaluation.Failure.ATTRIBUTE));
  }

  @Test
  void an_expression_that_costs_too_much_is_stopped_even_inside_a_logical_operator() {
    String digits = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    String loops = "true";
    for (int depth = 0; depth < 6; depth++) {
      loops = digits + ".all(x" + depth + ", " + loops + ")";
    }
    assertThat(
            selector("true || false || !(" + loops + ")").evaluate(CelDevice.of(DRIVER, device())))
        .isInstanceOf(Evaluation.Value.class);
    assertThat(selector("(" + loops + ") && false").evaluate(CelDevice.of(DRIVER, device())))
        .isInstanceOfSatisfying(
            Evaluation.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(Evaluation.Failure.COST_LIMIT));
  }

  @Test
  void an_evaluation_can_be_interrupted() {
    String range = "lists.range(1000).all(x, x >= 0)";
    assertThat(selector(range).evaluate(CelDevice.of(DRIVER, device()), () -> true))
        .isInstanceOfSatisfying(
            Evaluation.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(Evaluation.Failure.INTERRUPTED));
  }
}
