package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.status.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What config maps and secrets have in common (pkg/apis/core/validation, 1.37). */
public final class DataKeys {

  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final int KEY_LIMIT = 253;
  static final String FORM =
      "a key is up to 253 letters, digits, '-', '_' and '.', and neither '.' nor begins with '..'";
  private static final int SIZE_LIMIT = 1 << 20;
  private static final String IMMUTABLE = "field is immutable when `immutable` is set";

  private DataKeys() {}

  public static void check(JsonNode data, String field, List<FieldError> errors) {
    for (String key : data.propertyNames()) {
      if (!isKey(key)) {
        errors.add(FieldError.invalid(field + "[" + key + "]", key, FORM));
      }
    }
  }

  static boolean isKey(String key) {
    boolean dots = key.equals(".") || key.startsWith("..");
    return key.length() <= KEY_LIMIT && !dots && KEY.matcher(key).matches();
  }

  public static void checkSize(long bytes, String field, List<FieldError> errors) {
    if (bytes > SIZE_LIMIT) {
      errors.add(FieldError.tooLong(field, SIZE_LIMIT));
    }
  }

  public static long bytes(ObjectNode object) {
    long bytes = 0;
    for (JsonNode text : object.path("data")) {
      bytes += text.asString("").getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes + decodedBytes(object.path("binaryData"));
  }

  public static long decodedBytes(JsonNode encoded) {
    long bytes = 0;
    for (JsonNode text : encoded) {
      bytes += text.asString("").length() * 3L / 4;
    }
    return bytes;
  }

  public static void checkImmutable(
      ObjectNode object, ObjectNode old, List<String> fields, List<FieldError> errors) {
    if (!object.path("immutable").asBoolean(false)) {
      errors.add(FieldError.forbidden("immutable", IMMUTABLE));
    }
    for (String field : fields) {
      if (!object.path(field).equals(old.path(field))) {
        errors.add(FieldError.forbidden(field, IMMUTABLE));
      }
    }
  }
}
