package io.github.dratestkit.apiserver.registry.kinds.rules;

import tools.jackson.databind.JsonNode;

/** Fields that never change. */
public final class Immutable {

  private Immutable() {}

  /** Refuses a change of any of these fields. */
  public static void check(Field object, JsonNode old, String... fields) {
    for (String field : fields) {
      if (!same(object.at(field).value(), old.path(field))) {
        object.at(field).invalid("field is immutable");
      }
    }
  }

  /** Refuses a change also where an empty text is not the same as none. */
  public static void checkExactly(Field object, JsonNode old, String... fields) {
    for (String field : fields) {
      if (!Semantic.equal(object.at(field).value(), old.path(field))) {
        object.at(field).invalid("field is immutable");
      }
    }
  }

  // Nothing, and a list or a map without anything in it, are the same.
  private static boolean same(JsonNode now, JsonNode before) {
    return Semantic.equal(now, before) || (isNothing(now) && isNothing(before));
  }

  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode()
        || value.isNull()
        || (value.isArray() && value.isEmpty())
        || (value.isString() && value.asString("").isEmpty());
  }
}
