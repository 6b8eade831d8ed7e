package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.JsonText;
import java.util.TreeMap;

/**
 * JSON merge patch, RFC 7396, as evanphx/json-patch v4 does it: on texts. Nulls go from objects in
 * lists too, and the keys of every object that the patch touches or brings come out sorted; numbers
 * and strings stay as they are spelled, which opaque parameters show.
 */
final class MergePatch {

  private MergePatch() {}

  /** Merges the text of an object into that of another. */
  static String merge(String target, String patch) {
    TreeMap<String, String> result = JsonText.fields(target);
    JsonText.fields(patch)
        .forEach(
            (name, value) -> {
              if (JsonText.type(value) == JsonText.Type.NULL) {
                result.remove(name);
              } else {
                result.put(name, replaced(result.getOrDefault(name, "null"), value));
              }
            });
    return JsonText.object(result);
  }

  private static String replaced(String current, String value) {
    if (JsonText.type(current) == JsonText.Type.OBJECT) {
      return JsonText.type(value) == JsonText.Type.OBJECT ? merge(current, value) : value;
    }
    return withoutNulls(value);
  }

  /** Returns a value that takes the place of another; items of lists that are null stay. */
  private static String withoutNulls(String value) {
    return switch (JsonText.type(value)) {
      case OBJECT -> {
        TreeMap<String, String> fields = JsonText.fields(value);
        fields.values().removeIf(field -> JsonText.type(field) == JsonText.Type.NULL);
        fields.replaceAll((name, field) -> withoutNulls(field));
        yield JsonText.object(fields);
      }
      case LIST ->
          JsonText.list(JsonText.items(value).stream().map(MergePatch::withoutNulls).toList());
      case NULL, OTHER -> value;
    };
  }
}
