package io.github.dratestkit.apiserver.patch;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Prints values as the messages of strategic merge patches show them, such as {@code map[a:1]}. */
final class GoPrint {

  private GoPrint() {}

  /** Returns the Go type that a value of a patch is decoded as. */
  static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case NULL, MISSING, BINARY, POJO -> "<nil>";
    };
  }

  static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT ->
          JsonValues.sorted(value).entrySet().stream()
              .map(
                  (Map.Entry<String, JsonNode> entry) ->
                      entry.getKey() + ":" + of(entry.getValue()))
              .collect(Collectors.joining(" ", "map[", "]"));
      case ARRAY ->
          StreamSupport.stream(value.spliterator(), false)
              .map(GoPrint::of)
              .collect(Collectors.joining(" ", "[", "]"));
      case STRING -> value.stringValue();
      case NULL, MISSING -> "<nil>";
      case BOOLEAN, NUMBER, BINARY, POJO -> value.toString();
    };
  }
}
