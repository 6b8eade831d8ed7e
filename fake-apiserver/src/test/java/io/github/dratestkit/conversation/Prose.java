package io.github.dratestkit.conversation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Descriptions of types and columns, which every server may write in its own words. */
final class Prose {

  private Prose() {}

  /** Drops, in place, the descriptions of a table's columns and, of OpenAPI, all of them. */
  static void remove(JsonNode value, boolean openApi) {
    if (value instanceof ObjectNode object) {
      if (openApi && object.path("description").isString()) {
        object.remove("description");
      }
      object.forEachEntry(
          (name, item) -> remove(item, openApi || name.equals("columnDefinitions")));
    } else {
      value.forEach(item -> remove(item, openApi));
    }
  }
}
