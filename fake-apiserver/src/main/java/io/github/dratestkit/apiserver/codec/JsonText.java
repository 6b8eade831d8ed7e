package io.github.dratestkit.apiserver.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON as it is spelled, for those who work on texts: a value that is not looked into keeps its
 * spelling, be it {@code 1.0} or {@code \u00e9}, which opaque parameters show.
 */
public final class JsonText {

  /** What a value is, as far as it matters to those who look into it. */
  public enum Type {
    OBJECT,
    LIST,
    NULL,
    OTHER
  }

  private JsonText() {}

  /** Returns what a text spells. */
  public static Type type(String json) {
    return switch (json.strip().charAt(0)) {
      case '{' -> Type.OBJECT;
      case '[' -> Type.LIST;
      case 'n' -> Type.NULL;
      default -> Type.OTHER;
    };
  }

  /** Returns the texts of an object's fields; of two with one name the last. */
  public static TreeMap<String, String> fields(String object) {
    TreeMap<String, String> fields = new TreeMap<>();
    try (JsonParser parser = JsonMapper.shared().createParser(object)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        fields.put(name, valueAt(parser, object));
      }
    }
    return fields;
  }

  /** Returns the texts of a list's items. */
  public static List<String> items(String list) {
    List<String> items = new ArrayList<>();
    try (JsonParser parser = JsonMapper.shared().createParser(list)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(valueAt(parser, list));
      }
    }
    return items;
  }

  /** Returns the text of an object. */
  public static String object(Map<String, String> fields) {
    StringJoiner object = new StringJoiner(",", "{", "}");
    fields.forEach(
        (name, value) -> object.add(JsonMapper.shared().writeValueAsString(name) + ":" + value));
    return object.toString();
  }

  /** Returns the text of a list. */
  public static String list(List<String> items) {
    return "[" + String.join(",", items) + "]";
  }

  /** Returns a text without white space between tokens. */
  public static String compact(String json) {
    StringBuilder compact = new StringBuilder(json.length());
    boolean inString = false;
    for (int place = 0; place < json.length(); place++) {
      char letter = json.charAt(place);
      if (inString) {
        compact.append(letter);
        if (letter == '\\') {
          compact.append(json.charAt(++place));
        } else if (letter == '"') {
          inString = false;
        }
      } else if (letter > ' ') {
        compact.append(letter);
        inString = letter == '"';
      }
    }
    return compact.toString();
  }

  private static String valueAt(JsonParser parser, String source) {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    return source.substring(start, (int) parser.currentLocation().getCharOffset());
  }
}
