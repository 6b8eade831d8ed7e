package io.github.dratestkit.apiserver.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes JSON as Go's encoder does, which the server's answers come from: {@code <}, {@code >},
 * {@code &} and the separators U+2028 and U+2029 are escaped wherever they stand, opaque parameters
 * included (encoding/json, Go 1.26). Outside of texts these letters do not occur, so the escaping
 * looks at bytes alone.
 */
public final class GoJson {

  private static final JsonMapper WRITER =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE).build();

  private static final JsonMapper SORTING_WRITER =
      WRITER.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private static final byte LINE_SEPARATOR_1 = (byte) 0xe2;
  private static final byte LINE_SEPARATOR_2 = (byte) 0x80;
  private static final byte LINE_SEPARATOR = (byte) 0xa8;
  private static final byte PARAGRAPH_SEPARATOR = (byte) 0xa9;

  private GoJson() {}

  /** Returns a tree as JSON. */
  public static byte[] bytes(JsonNode tree) {
    return escaped(WRITER.writeValueAsBytes(tree));
  }

  /** Returns a tree as JSON, with the keys of all objects sorted that are not opaque. */
  public static byte[] sortedBytes(JsonNode tree) {
    return escaped(SORTING_WRITER.writeValueAsBytes(tree));
  }

  /** Returns a JSON text without white space between tokens. */
  public static byte[] bytes(String json) {
    return escaped(JsonText.compact(json).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] escaped(byte[] json) {
    int first = 0;
    while (first < json.length && escapeAt(json, first).isEmpty()) {
      first++;
    }
    return first == json.length ? json : escapedFrom(json, first);
  }

  private static byte[] escapedFrom(byte[] json, int first) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + 64);
    int written = 0;
    for (int at = first; at < json.length; at++) {
      String escape = escapeAt(json, at);
      if (!escape.isEmpty()) {
        out.write(json, written, at - written);
        out.writeBytes(escape.getBytes(StandardCharsets.US_ASCII));
        written = at + (json[at] == LINE_SEPARATOR_1 ? 3 : 1);
      }
    }
    out.write(json, written, json.length - written);
    return out.toByteArray();
  }

  private static String escapeAt(byte[] json, int at) {
    return switch (json[at]) {
      case '<' -> "\\u003c";
      case '>' -> "\\u003e";
      case '&' -> "\\u0026";
      case LINE_SEPARATOR_1 -> separatorAt(json, at);
      default -> "";
    };
  }

  private static String separatorAt(byte[] json, int at) {
    if (at + 2 >= json.length || json[at + 1] != LINE_SEPARATOR_2) {
      return "";
    }
    return switch (json[at + 2]) {
      case LINE_SEPARATOR -> "\\u2028";
      case PARAGRAPH_SEPARATOR -> "\\u2029";
      default -> "";
    };
  }
}
