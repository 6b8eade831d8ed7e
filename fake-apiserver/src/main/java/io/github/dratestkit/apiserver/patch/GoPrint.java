package io.github.dratestkit.apiserver.patch;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Prints values as the messages of strategic merge patches show them, such as {@code map[a:1]}. */
final class GoPrint {

  private GoPrint() {}

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
