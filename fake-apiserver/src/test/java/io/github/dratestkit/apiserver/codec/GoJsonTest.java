package io.github.dratestkit.apiserver.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The letters that Go escapes; the texts were answers of kube-apiserver 1.37.2. */
class GoJsonTest {

  @Test
  void letters_of_html_and_separators_of_lines_are_escaped() {
    assertThat(json("<>&\u2028\u2029"))
        .isEqualTo("{\"a\":\"\\u003c\\u003e\\u0026\\u2028\\u2029\"}");
  }

  @Test
  void other_letters_stay() {
    assertThat(json("é \u2027 \u007f / '")).isEqualTo("{\"a\":\"é \u2027 \u007f / '\"}");
  }

  @Test
  void control_letters_have_lower_case_digits() {
    assertThat(json("\b\f\n\r\t\u0001\u001f"))
        .isEqualTo("{\"a\":\"\\b\\f\\n\\r\\t\\u0001\\u001f\"}");
  }

  @Test
  void opaque_parameters_are_escaped_too() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.set("parameters", OpaqueObject.of("{\"b\": \"<\", \"a\": 1.0}"));

    assertThat(text(object)).isEqualTo("{\"parameters\":{\"b\":\"\\u003c\",\"a\":1.0}}");
  }

  private static String json(String value) {
    return text(JsonNodeFactory.instance.objectNode().put("a", value));
  }

  private static String text(ObjectNode object) {
    return new String(GoJson.bytes(object), StandardCharsets.UTF_8);
  }
}
