package io.github.dratestkit.apiserver.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Bodies in YAML. One body holds one document. */
public final class YamlText {

  private YamlText() {}

  /** Returns a body of JSON as YAML, with the keys of every object sorted. */
  public static byte[] ofJson(byte[] json) {
    return YamlWriter.write(JsonMapper.shared().readTree(json)).getBytes(StandardCharsets.UTF_8);
  }

  static byte[] toJson(byte[] body, String kind, @Nullable StrictErrors strict) {
    try {
      JsonNode tree = YAMLMapper.shared().readTree(body);
      if (strict != null) {
        strict.repeatedKeys(YamlKeys.repeated(body));
      }
      return JsonMapper.shared().writeValueAsBytes(tree);
    } catch (JacksonException e) {
      throw new DecodingException(
          "the object provided is unrecognized (must be of type "
              + kind
              + "): yaml: "
              + e.getOriginalMessage()
              + line(e));
    }
  }

  private static String line(JacksonException e) {
    return e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
  }
}
