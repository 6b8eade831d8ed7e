package io.github.dratestkit.apiserver.codec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Finds the keys that stand twice in a map of a YAML text, and words them as go-yaml does. */
public final class YamlKeys {

  private final JsonParser parser;
  private final List<String> repeated = new ArrayList<>();

  private YamlKeys(JsonParser parser) {
    this.parser = parser;
  }

  /** Returns a complaint about each repeated key, with the line of its value. */
  public static List<String> repeated(byte[] yaml) {
    try (JsonParser parser = YAMLMapper.shared().createParser(yaml)) {
      YamlKeys keys = new YamlKeys(parser);
      if (parser.nextToken() != null) {
        keys.value();
      }
      return keys.repeated;
    }
  }

  /** Returns complaints as the one error that refuses a body because of them. */
  public static String error(List<String> complaints) {
    return "yaml: unmarshal errors:\n  " + String.join("\n  ", complaints);
  }

  private void value() {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        value();
      }
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      Set<String> seen = new HashSet<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        parser.nextToken();
        int line = parser.currentTokenLocation().getLineNr();
        value();
        if (!seen.add(key)) {
          repeated.add("line " + line + ": key " + GoText.quote(key) + " already set in map");
        }
      }
    }
  }
}
