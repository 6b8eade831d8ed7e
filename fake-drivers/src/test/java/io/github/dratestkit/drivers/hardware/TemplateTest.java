package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final Scope SCOPE =
      Scope.of(Map.of("i", 5L, "table", List.of("a", "b"), "shape", Map.of("x", 2, "name", "box")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "i / 2 | 2",
        "i % 2 | 1",
        "-i + 1 | -4",
        "hex(i + 10, 4) | 000f",
        "number('ff') | 255",
        "table[i % 2] | b",
        "shape.x * 2 | 4",
        "'box-' + i | box-5",
        "1..3 | [1, 2, 3]",
        "2..1 | []",
        "steps(4, 2) | [0, 2]",
        "i > 4 && i != 6 | true",
        "`i < 4 || i == 4` | false",
        "if(i >= 5, 'big', 'small') | big",
        "size(table) | 2",
        "replace('1g.5gb', '.', '') | 1g5gb",
      })
  void expressions_have_values(String expression, String value) {
    assertThat(Expression.evaluate(expression.trim(), SCOPE)).hasToString(value.trim());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing | nothing is called \"nothing\"",
        "table[2] | there is no element 2",
        "1 + | a value is missing before \"the end\"",
        "1 2 | unexpected \"2\"",
        "'a' * 2 | a is not a number",
        "i && i > 1 | 5 is neither true nor false",
        "# | cannot be read from position 0",
        "fly(1) | there is no function \"fly\"",
        "hex('a', 1) | hex cannot take [a, 1]",
      })
  void what_is_wrong_with_an_expression_is_said(String expression, String problem) {
    assertThatThrownBy(() -> Expression.evaluate(expression.trim(), SCOPE))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining(problem.trim());
  }

  @Test
  void a_text_that_is_one_expression_keeps_the_type_of_its_value() {
    assertThat(Template.expand("${i}", SCOPE)).isEqualTo(5L);
    assertThat(Template.expand("gpu-${i}", SCOPE)).isEqualTo("gpu-5");
  }

  @Test
  void an_element_with_for_stands_for_every_combination_that_passes() {
    Object template =
        List.of(
            Map.of(
                "for",
                ordered("x", "0..1", "y", "0..x"),
                "when",
                "x + y > 0",
                "item",
                "${x}-${y}"));
    assertThat(Template.expand(template, SCOPE)).isEqualTo(List.of("1-0", "1-1"));
  }

  @Test
  void each_fills_a_map() {
    Object template = Map.of("each", List.of(Map.of("for", Map.of("s", "1..2"), "slice-${s}", 1)));
    assertThat(Template.expand(template, SCOPE)).isEqualTo(Map.of("slice-1", 1L, "slice-2", 1L));
  }

  private static Map<String, Object> ordered(String first, Object one, String second, Object two) {
    Map<String, Object> map = new java.util.LinkedHashMap<>();
    map.put(first, one);
    map.put(second, two);
    return map;
  }
}
