package io.github.dratestkit.apiserver.resource;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * What of an object is the same whenever it is asked for. A step's {@code show} is true for the
 * lasting metadata, spec and status, a list of more fields of the metadata, or {@code "whole"} for
 * documents that are no objects.
 */
final class ShownObject {

  private static final Set<String> LASTING =
      Set.of("labels", "annotations", "finalizers", "generation", "ownerReferences");

  private ShownObject() {}

  /** Shows an object, or each item of a list. Times that no request mentioned are hidden. */
  static JsonNode of(ObjectNode reply, JsonNode show, String sent) {
    if (show.asString("").equals("whole")) {
      return shown(reply, sent);
    }
    ObjectNode kept = reply.objectNode();
    for (String part : List.of("apiVersion", "kind")) {
      if (reply.has(part)) {
        kept.set(part, reply.get(part));
      }
    }
    if (reply.path("items") instanceof ArrayNode items) {
      ArrayNode shown = kept.putArray("items");
      items.forEach(item -> shown.add(of((ObjectNode) item, show, sent)));
      return kept;
    }
    ObjectNode metadata = kept.putObject("metadata");
    Set<String> fields = new TreeSet<>(LASTING);
    show.forEach(field -> fields.add(field.asString()));
    reply
        .path("metadata")
        .forEachEntry(
            (key, value) -> {
              if (fields.contains(key)) {
                metadata.set(key, value);
              }
            });
    for (String part : List.of("spec", "status")) {
      if (reply.has(part)) {
        kept.set(part, reply.get(part));
      }
    }
    return shown(kept, sent);
  }

  /** Shows the events of a watch as pairs of their type and object, without bookmarks. */
  static JsonNode events(List<byte[]> frames, JsonNode show, String sent) {
    ArrayNode events = JsonMapper.shared().createArrayNode();
    for (byte[] frame : frames) {
      JsonNode event = JsonMapper.shared().readTree(frame);
      String type = event.path("type").asString();
      if (!type.equals("BOOKMARK")) {
        events.addArray().add(type).add(of((ObjectNode) event.path("object"), show, sent));
      }
    }
    return events;
  }

  private static JsonNode shown(JsonNode value, String sent) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.forEachEntry(
          (key, field) -> {
            if (!field.isNull()) {
              copy.set(key, shown(field, sent));
            }
          });
      return copy;
    }
    if (value instanceof ArrayNode list) {
      ArrayNode copy = list.arrayNode();
      list.forEach(item -> copy.add(shown(item, sent)));
      return copy;
    }
    boolean unsentTime =
        value.isString()
            && Replay.TIME.matcher(value.stringValue()).matches()
            && !sent.contains(value.stringValue());
    return unsentTime ? StringNode.valueOf("<time>") : value;
  }
}
