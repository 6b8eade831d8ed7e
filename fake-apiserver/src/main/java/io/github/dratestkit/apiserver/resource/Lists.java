package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * How lists and maps are checked: a list over its limit is one error and nothing in it is looked
 * at; otherwise each item is checked, then every item whose key came before is a duplicate.
 */
final class Lists {

  private Lists() {}

  /** Checks one item of a list or one value of a map. */
  @FunctionalInterface
  interface Check {
    void check(JsonNode item, String path, Findings findings);
  }

  /** Checks one text. */
  @FunctionalInterface
  interface TextCheck {
    void check(String text, String path, Findings findings);

    /** Returns the same check for items of a list. */
    default Check ofItems() {
      return (item, path, findings) -> check(item.asString(""), path, findings);
    }
  }

  /** Says whether a list keeps its limit. */
  static boolean fits(List<JsonNode> items, int limit, String path, Findings findings) {
    if (items.size() <= limit) {
      return true;
    }
    findings.add(FieldError.tooMany(path, items.size(), limit));
    return false;
  }

  static void each(List<JsonNode> items, String path, Check check, Findings findings) {
    for (int i = 0; i < items.size(); i++) {
      check.check(items.get(i), Path.index(path, i), findings);
    }
  }

  static void unique(
      List<JsonNode> items, String path, Function<JsonNode, Object> key, Findings findings) {
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      Object one = key.apply(items.get(i));
      if (!seen.add(one)) {
        findings.add(FieldError.duplicate(Path.index(path, i), one));
      }
    }
  }

  /** Checks a map; what is wrong with a key is reported at the map. */
  static void map(
      JsonNode object,
      String field,
      String path,
      int keyLimit,
      TextCheck key,
      Check value,
      Findings findings) {
    for (var entry : Tree.entries(object, field)) {
      key.check(entry.getKey(), path, findings);
      value.check(
          entry.getValue(), Path.key(path, Path.shortened(entry.getKey(), keyLimit)), findings);
    }
  }
}
