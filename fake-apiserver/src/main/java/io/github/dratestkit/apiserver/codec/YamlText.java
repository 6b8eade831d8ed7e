package io.github.dratestkit.apiserver.codec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies in YAML. Of several documents the first one counts. */
public final class YamlText {

  private YamlText() {}

  /** Returns a body of JSON as YAML, with the keys of every object sorted. */
  public static byte[] ofJson(byte[] json) {
    return YamlWriter.write(JsonMapper.shared().readTree(json)).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A body that was read.
   *
   * @param tree the first document; null if there is none
   * @param repeated a complaint about each key that came twice, with the line of its value
   */
  public record Document(JsonNode tree, List<String> repeated) {}

  /**
   * Reads a body.
   *
   * @throws DecodingException if it is no YAML, or none that has a counterpart in JSON
   */
  public static Document read(byte[] body) {
    try {
      return YamlReader.read(YamlTabs.toSpaces(new String(body, StandardCharsets.UTF_8)));
    } catch (YamlEngineException e) {
      throw new DecodingException("yaml: " + problem(e));
    }
  }

  /** Returns complaints about repeated keys as the one error that refuses a body for them. */
  public static String error(List<String> repeated) {
    return "yaml: unmarshal errors:\n  " + String.join("\n  ", repeated);
  }

  static byte[] toJson(byte[] body, String kind, @Nullable StrictErrors strict) {
    try {
      Document document = read(body);
      if (strict != null) {
        strict.repeatedKeys(document.repeated());
      }
      return JsonMapper.shared().writeValueAsBytes(document.tree());
    } catch (DecodingException e) {
      throw new DecodingException(
          "the object provided is unrecognized (must be of type " + kind + "): " + e.text());
    }
  }

  private static String problem(YamlEngineException e) {
    if (!(e instanceof MarkedYamlEngineException marked)) {
      return String.valueOf(e.getMessage());
    }
    String line =
        marked
            .getProblemMark()
            .map(mark -> String.format(Locale.ROOT, "line %d: ", mark.getLine() + 1))
            .orElse("");
    return line + marked.getProblem();
  }
}
