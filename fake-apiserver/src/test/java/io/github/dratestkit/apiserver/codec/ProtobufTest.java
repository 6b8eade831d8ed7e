package io.github.dratestkit.apiserver.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Bodies from the recorded conversation protobuf-configmap, kube-apiserver 1.37.2. */
class ProtobufTest {

  private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.of("v1", "ConfigMap");
  private static final String PROTOBUF = MediaType.PROTOBUF.text();

  private static final String WITH_ZERO_SCALARS =
      "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEjkKHQoFcHJvdG8SABoAIgAqADIAOABCAFoGCgFsEgFtEgwKA2tleRIFdmFsdWUa"
          + "CgoDYmluEgMAAf8aACIA";
  private static final String WITH_AN_UNKNOWN_FIELD =
      "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEjAKFQoFcHJvdG8SABoAIgAqADIAOABCABINCgNrZXkSBnNlY29uZJoGB3Vua25v"
          + "d24aACIA";

  private final ObjectCodec codec = new ObjectCodec(Schema.builtIn());

  @Test
  void zero_scalars_are_not_shown() {
    assertThat(decode(WITH_ZERO_SCALARS).toString())
        .isEqualTo(
            "{\"metadata\":{\"name\":\"proto\",\"labels\":{\"l\":\"m\"}},"
                + "\"data\":{\"key\":\"value\"},\"binaryData\":{\"bin\":\"AAH/\"},"
                + "\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}");
  }

  @Test
  void zero_scalars_are_written() {
    byte[] written = codec.encode(decode(WITH_ZERO_SCALARS), MediaType.PROTOBUF);

    assertThat(Base64.getEncoder().encodeToString(written)).isEqualTo(WITH_ZERO_SCALARS);
  }

  @Test
  void fields_that_are_not_known_are_skipped() {
    assertThat(decode(WITH_AN_UNKNOWN_FIELD).path("data").toString())
        .isEqualTo("{\"key\":\"second\"}");
  }

  @Test
  void a_body_that_is_cut_short_is_refused() {
    assertThatThrownBy(() -> decode("azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgQK/wF4"))
        .hasMessage("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: unexpected EOF");
  }

  @Test
  void a_body_without_the_leading_bytes_is_refused() {
    assertThatThrownBy(() -> decode("eHl6AGFiYw=="))
        .hasMessageContaining("expected prefix [107 56 115 0] (78797a00616263)");
  }

  @Test
  void every_kind_with_metadata_reads_back_what_it_wrote() {
    for (GroupVersionKind kind : Schema.builtIn().kinds()) {
      if (codec.type(kind).orElseThrow().field("kind") == null) {
        continue;
      }
      ObjectNode zero = codec.settle(named(kind));
      byte[] written = codec.encode(zero, MediaType.PROTOBUF);

      assertThat(
              codec.settle(codec.decode(written, PROTOBUF, kind, FieldValidation.STRICT).object()))
          .as(kind.toString())
          .isEqualTo(zero);
    }
  }

  private static ObjectNode named(GroupVersionKind kind) {
    return tools.jackson.databind.node.JsonNodeFactory.instance
        .objectNode()
        .put("apiVersion", kind.apiVersion())
        .put("kind", kind.kind());
  }

  private ObjectNode decode(String base64) {
    return codec
        .decode(Base64.getDecoder().decode(base64), PROTOBUF, CONFIG_MAP, FieldValidation.STRICT)
        .object();
  }
}
