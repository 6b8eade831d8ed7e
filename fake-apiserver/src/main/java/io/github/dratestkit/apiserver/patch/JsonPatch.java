package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.OpaqueObject;
import io.github.dratestkit.apiserver.status.StatusErrors;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON patch, RFC 6902, with the refusals of the real server. */
final class JsonPatch {

  private static final int MAXIMUM_OPERATIONS = 10_000;

  private JsonPatch() {}

  static ObjectNode apply(JsonNode operations, ObjectNode document) {
    if (operations.isNull()) {
      return document;
    }
    if (!operations.isArray()) {
      throw StatusErrors.badRequest("error decoding patch: a list of operations is expected");
    }
    if (operations.size() > MAXIMUM_OPERATIONS) {
      throw StatusErrors.tooLarge(MAXIMUM_OPERATIONS);
    }
    for (JsonNode operation : operations) {
      open(document, pointer(operation, "path"));
      if (operation.path("op").asString("").equals("move")) {
        open(document, pointer(operation, "from"));
      }
      perform(operation, document);
    }
    return document;
  }

  /** Puts plain objects in the place of the opaque ones that a path goes through. */
  private static void open(ObjectNode document, JsonPointer path) {
    JsonNode parent = document;
    for (JsonPointer rest = path; !rest.matches() && parent.isContainer(); rest = rest.tail()) {
      String step = rest.getMatchingProperty();
      JsonNode child =
          parent instanceof ArrayNode ? parent.path(rest.getMatchingIndex()) : parent.path(step);
      if (child instanceof OpaqueObject opaque && !rest.tail().matches()) {
        ObjectNode plain = opaque.objectNode();
        JsonValues.sorted(opaque).forEach(plain::set);
        if (parent instanceof ObjectNode object) {
          object.set(step, plain);
        } else {
          ((ArrayNode) parent).set(rest.getMatchingIndex(), plain);
        }
        child = plain;
      }
      parent = child;
    }
  }

  private static void perform(JsonNode operation, ObjectNode document) {
    String name = operation.path("op").asString("");
    JsonPointer path = pointer(operation, "path");
    switch (name) {
      case "add" -> add(document, path, value(operation));
      case "remove" -> remove(document, path);
      case "replace" -> replace(document, path, value(operation));
      case "move" -> {
        JsonNode moved = read(document, pointer(operation, "from"));
        remove(document, pointer(operation, "from"));
        add(document, path, moved);
      }
      case "copy" -> add(document, path, read(document, pointer(operation, "from")).deepCopy());
      case "test" -> test(document, path, operation);
      default -> throw unprocessable("Unexpected kind: " + name);
    }
  }

  private static void test(ObjectNode document, JsonPointer path, JsonNode operation) {
    JsonNode actual = document.at(path);
    JsonNode expected = operation.path("value");
    boolean bothAbsent =
        (actual.isMissingNode() || actual.isNull())
            && (expected.isMissingNode() || expected.isNull());
    if (!bothAbsent && !JsonValues.same(actual, expected)) {
      throw unprocessable("testing value " + path + " failed: test failed");
    }
  }

  private static void add(ObjectNode document, JsonPointer path, JsonNode value) {
    JsonNode parent = parent(document, path, "add");
    if (parent instanceof ObjectNode object) {
      object.set(last(path), value);
      return;
    }
    ArrayNode array = (ArrayNode) parent;
    if (last(path).equals("-")) {
      array.add(value);
    } else {
      array.insert(index(path, array.size()), value);
    }
  }

  private static void replace(ObjectNode document, JsonPointer path, JsonNode value) {
    if (document.at(path).isMissingNode()) {
      throw missing("replace", path);
    }
    JsonNode parent = parent(document, path, "replace");
    if (parent instanceof ObjectNode object) {
      object.set(last(path), value);
    } else {
      ((ArrayNode) parent).set(index(path, parent.size() - 1), value);
    }
  }

  private static void remove(ObjectNode document, JsonPointer path) {
    if (document.at(path).isMissingNode()) {
      throw missing("remove", path);
    }
    JsonNode parent = parent(document, path, "remove");
    if (parent instanceof ObjectNode object) {
      object.remove(last(path));
    } else {
      ((ArrayNode) parent).remove(index(path, parent.size() - 1));
    }
  }

  private static JsonNode read(ObjectNode document, JsonPointer path) {
    JsonNode node = document.at(path);
    if (node.isMissingNode()) {
      throw missing("copy", path);
    }
    return node;
  }

  private static JsonNode parent(ObjectNode document, JsonPointer path, String operation) {
    JsonPointer head = path.head();
    JsonNode parent = head == null ? document : document.at(head);
    if (head == null || !parent.isContainer()) {
      throw missing(operation, path);
    }
    return parent;
  }

  private static String last(JsonPointer path) {
    return path.last().getMatchingProperty();
  }

  private static int index(JsonPointer path, int limit) {
    String text = last(path);
    if (!text.matches("0|[1-9][0-9]{0,8}") || Integer.parseInt(text) > limit) {
      throw unprocessable("index " + text + " at " + path + " is out of bounds");
    }
    return Integer.parseInt(text);
  }

  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    if (value == null) {
      throw unprocessable(operation.path("op").asString("") + " operation lacks a value");
    }
    return value;
  }

  private static JsonPointer pointer(JsonNode operation, String field) {
    String text = operation.path(field).asString("");
    try {
      return JsonPointer.compile(text);
    } catch (IllegalArgumentException broken) {
      throw unprocessable("\"" + text + "\" is no JSON pointer: it must begin with /");
    }
  }

  private static RuntimeException missing(String operation, JsonPointer path) {
    return unprocessable(operation + " operation does not apply: doc is missing path: " + path);
  }

  private static RuntimeException unprocessable(String message) {
    return StatusErrors.unprocessable(
        "the server rejected our request due to an error in our request: " + message);
  }
}
