package io.github.dratestkit.apiserver.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Facts from the recorded conversations field-validation and errors-bodies. */
class ObjectCodecTest {

  private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.of("v1", "ConfigMap");
  private static final GroupVersionKind CLAIM =
      GroupVersionKind.of("resource.k8s.io/v1", "ResourceClaim");

  private final ObjectCodec codec = new ObjectCodec(Schema.builtIn());

  @Test
  void a_claim_without_anything_shows_what_is_always_shown() {
    ObjectNode claim = decode(CLAIM, "{}").object();

    assertThat(new String(codec.json(claim), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"kind\":\"ResourceClaim\",\"apiVersion\":\"resource.k8s.io/v1\",\"metadata\":{},"
                + "\"spec\":{\"devices\":{\"requests\":null}},\"status\":{}}");
  }

  @Test
  void unknown_and_repeated_fields_are_warnings_in_the_order_of_the_body() {
    Decoded decoded =
        decode(
            CONFIG_MAP,
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\","
                + "\"colour\":\"red\"},\"data\":{\"k\":\"1\",\"k\":\"2\"},\"datum\":{}}");

    assertThat(decoded.warnings())
        .containsExactly(
            "unknown field \"metadata.colour\"",
            "duplicate field \"data.k\"",
            "unknown field \"datum\"");
    assertThat(decoded.object().at("/data/k").stringValue()).isEqualTo("2");
  }

  @Test
  void strict_validation_refuses_unknown_and_repeated_fields() {
    assertThatThrownBy(
            () ->
                codec.decode(
                    bytes("{\"metadata\":{\"colour\":\"red\"},\"data\":{\"k\":\"1\",\"k\":\"2\"}}"),
                    "application/json",
                    CONFIG_MAP,
                    FieldValidation.STRICT))
        .hasMessage(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error:"
                + " unknown field \"metadata.colour\", duplicate field \"data.k\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"data\":{\"k\":1}} | cannot unmarshal number into Go struct field ConfigMap.data of type"
            + " string",
        "{\"metadata\":{\"labels\":[\"x\"]}} | cannot unmarshal array into Go struct field"
            + " ObjectMeta.metadata.labels of type map[string]string",
        "{\"metadata\":{\"generation\":1.0}} | cannot unmarshal number 1.0 into Go struct field"
            + " ObjectMeta.metadata.generation of type int64",
      })
  void a_value_of_the_wrong_type_is_refused_and_named(String body, String message) {
    assertThatThrownBy(() -> decode(CONFIG_MAP, body))
        .hasMessage(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"apiVersion\":\"resource.k8s.io/v1beta1\"} | the API version in the data"
            + " (resource.k8s.io/v1beta1) does not match the expected API version"
            + " (resource.k8s.io/v1)",
        "{\"apiVersion\":\"v2\"} | ResourceClaim in version \"v2\" cannot be handled as a"
            + " ResourceClaim: no kind \"ResourceClaim\" is registered for version \"v2\"",
        "{\"kind\":\"Gadget\"} | Gadget in version \"v1\" cannot be handled as a ResourceClaim: no"
            + " kind \"Gadget\" is registered for version \"resource.k8s.io/v1\"",
      })
  void another_kind_than_expected_is_refused(String body, String message) {
    assertThatThrownBy(() -> decode(CLAIM, body)).hasMessage(message);
  }

  @Test
  void opaque_parameters_keep_their_text() {
    String parameters = "{\"b\": 1.0, \"a\":\"\\u0041\"}";
    ObjectNode claim =
        decode(
                CLAIM,
                "{\"spec\":{\"devices\":{\"config\":[{\"opaque\":{\"driver\":\"d\",\"parameters\":"
                    + parameters
                    + "}}]}}}")
            .object();

    assertThat(new String(codec.json(claim), StandardCharsets.UTF_8))
        .contains("\"parameters\":{\"b\":1.0,\"a\":\"\\u0041\"}");
    assertThat(claim.at("/spec/devices/config/0/opaque/parameters"))
        .isEqualTo(OpaqueObject.of(parameters))
        .isNotEqualTo(OpaqueObject.of("{\"a\":\"A\",\"b\":1}"));
  }

  @Test
  void times_are_in_utc_and_lose_their_fraction_when_the_object_is_settled() {
    ObjectNode map =
        decode(CONFIG_MAP, "{\"metadata\":{\"creationTimestamp\":\"2026-01-01T01:00:00.5+01:00\"}}")
            .object();

    assertThat(map.at("/metadata/creationTimestamp").stringValue())
        .isEqualTo("2026-01-01T00:00:00.500Z");
    assertThat(codec.settle(map).at("/metadata/creationTimestamp").stringValue())
        .isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void null_is_no_value_and_an_absent_time_that_must_be_shown_is_null() {
    ObjectNode pod =
        decode(
                GroupVersionKind.of("v1", "Pod"),
                "{\"spec\":{\"containers\":null},\"status\":{\"conditions\":[{\"type\":\"Ready\"}]}}")
            .object();

    assertThat(pod.get("status").toString())
        .isEqualTo(
            "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"\",\"lastProbeTime\":null,"
                + "\"lastTransitionTime\":null}]}");
    assertThat(pod.get("spec").toString()).isEqualTo("{\"containers\":null}");
  }

  @Test
  void yaml_is_read_like_json() {
    Decoded decoded =
        codec.decode(
            bytes("kind: ConfigMap\ndata: {\"on\": \"yes\"}\nextra: 1\n"),
            "application/yaml; charset=utf-8",
            CONFIG_MAP,
            FieldValidation.WARN);

    assertThat(decoded.object().at("/data/on").stringValue()).isEqualTo("yes");
    assertThat(decoded.warnings()).containsExactly("unknown field \"extra\"");
  }

  @Test
  void every_kind_of_the_table_has_a_zero_object_that_reads_back_equal() {
    for (GroupVersionKind kind : Schema.builtIn().kinds()) {
      ObjectNode zero = decode(kind, "{}").object();

      assertThat(codec.settle(zero)).as(kind.toString()).isEqualTo(zero);
      assertThat(decode(kind, zero.toString()).object()).as(kind.toString()).isEqualTo(zero);
    }
  }

  private Decoded decode(GroupVersionKind kind, String body) {
    return codec.decode(bytes(body), "application/json", kind, FieldValidation.WARN);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
