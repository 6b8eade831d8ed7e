package io.github.dratestkit.apiserver.registry;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The parts of an object that can be written only through a subresource of their own. */
final class SubresourceParts {

  private SubresourceParts() {}

  /** Returns the old object with just the part of a subresource taken from the new one. */
  static ObjectNode only(String subresource, ObjectNode object, ObjectNode old) {
    return switch (subresource) {
      case "ephemeralcontainers" -> {
        ObjectNode result = keeping(object, old);
        take(spec(result), object.path("spec"), "ephemeralContainers");
        yield result;
      }
      case "resize" -> {
        ObjectNode result = keeping(object, old);
        for (String list : List.of("containers", "initContainers")) {
          resize(spec(result), object.path("spec"), list);
        }
        yield result;
      }
      // Who approves writes conditions, and labels and annotations beside them.
      case "approval" -> {
        JsonNode conditions = object.path("status").get("conditions");
        JsonNode spec = old.get("spec");
        JsonNode status = old.get("status");
        object.set("spec", spec == null ? object.objectNode() : spec.deepCopy());
        object.set("status", status == null ? object.objectNode() : status.deepCopy());
        if (conditions != null) {
          object.withObjectProperty("status").set("conditions", conditions);
        }
        yield object;
      }
      default -> object;
    };
  }

  private static ObjectNode keeping(ObjectNode object, ObjectNode old) {
    ObjectNode result = old.deepCopy();
    Metadata.of(result).take("resourceVersion", object);
    Metadata.of(result).take("managedFields", object);
    return result;
  }

  // A list with more or fewer containers is left to be refused.
  private static void resize(ObjectNode spec, JsonNode resizedSpec, String list) {
    JsonNode containers = spec.path(list);
    JsonNode resized = resizedSpec.path(list);
    if (containers.size() != resized.size()) {
      take(spec, resizedSpec, list);
      return;
    }
    for (int i = 0; i < containers.size(); i++) {
      take((ObjectNode) containers.get(i), resized.get(i), "resources");
      take((ObjectNode) containers.get(i), resized.get(i), "resizePolicy");
    }
  }

  private static ObjectNode spec(ObjectNode object) {
    return object.withObjectProperty("spec");
  }

  private static void take(ObjectNode object, JsonNode from, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      object.remove(field);
    } else {
      object.set(field, value.deepCopy());
    }
  }
}
