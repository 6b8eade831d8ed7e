package io.github.dratestkit.apiserver.manifest;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Finds the field that a server means when it says that a value has the wrong type: it names the
 * field without the indexes of lists and the keys of maps.
 */
public final class WrongTypes {

  private static final Pattern MESSAGE =
      Pattern.compile("cannot unmarshal (\\w+)(?: \\S+)? into Go struct field \\w+\\.([\\w.]+)");

  private WrongTypes() {}

  /** Returns the path of the first such field of an object, or nothing for other messages. */
  public static Optional<String> field(JsonNode object, String message) {
    Matcher match = MESSAGE.matcher(message);
    return match.find()
        ? find(object, "", match.group(2).split("\\."), 0, match.group(1))
            .or(() -> Optional.of(match.group(2)))
        : Optional.empty();
  }

  private static Optional<String> find(
      JsonNode value, String path, String[] names, int depth, String type) {
    if (value.isArray() && !(depth == names.length && type.equals("array"))) {
      for (int i = 0; i < value.size(); i++) {
        Optional<String> found = find(value.get(i), path + "[" + i + "]", names, depth, type);
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
    if (depth == names.length) {
      return is(value, type) ? Optional.of(path) : inMap(value, path, names, depth, type);
    }
    String name = names[depth];
    if (value.has(name)) {
      String below = path.isEmpty() ? name : path + "." + name;
      return find(value.get(name), below, names, depth + 1, type);
    }
    return inMap(value, path, names, depth, type);
  }

  private static Optional<String> inMap(
      JsonNode value, String path, String[] names, int depth, String type) {
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        String below = path + "[" + entry.getKey() + "]";
        Optional<String> found = find(entry.getValue(), below, names, depth, type);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static boolean is(JsonNode value, String type) {
    return switch (type) {
      case "string" -> value.isString();
      case "number" -> value.isNumber();
      case "bool" -> value.isBoolean();
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      default -> false;
    };
  }
}
