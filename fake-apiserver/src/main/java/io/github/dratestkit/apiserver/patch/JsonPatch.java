package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.JsonText;
import io.github.dratestkit.apiserver.codec.OpaqueObject;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON patch, RFC 6902, with the liberties and refusals of the real server: positions may count
 * from the end, a missing value is null, a pointer may begin without a slash (evanphx/json-patch
 * v4.12 and endpoints/handlers/patch.go, 1.37).
 */
final class JsonPatch {

  private static final int MAXIMUM_OPERATIONS = 10_000;

  private JsonPatch() {}

  /** Returns operations whose values keep the spelling of the patch from which they were read. */
  static JsonNode opaque(JsonNode operations, byte[] patch) {
    if (!operations.isArray()) {
      return operations;
    }
    List<String> texts = JsonText.items(new String(patch, StandardCharsets.UTF_8));
    for (int place = 0; place < texts.size(); place++) {
      if (operations.get(place) instanceof ObjectNode operation && operation.has("value")) {
        operation.set(
            "value", opaque(JsonText.fields(texts.get(place)).getOrDefault("value", "null")));
      }
    }
    return operations;
  }

  private static JsonNode opaque(String json) {
    return switch (JsonText.type(json)) {
      case OBJECT -> OpaqueObject.of(json);
      case LIST -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        JsonText.items(json).forEach(item -> list.add(opaque(item)));
        yield list;
      }
      case NULL, OTHER -> JsonMapper.shared().readTree(json);
    };
  }

  static ObjectNode apply(JsonNode operations, ObjectNode document) {
    if (operations.isNull()) {
      return document;
    }
    if (!operations.isArray()) {
      throw StatusErrors.badRequest("error decoding patch: a list of operations is expected");
    }
    operations.forEach(JsonPatch::check);
    if (operations.size() > MAXIMUM_OPERATIONS) {
      throw StatusErrors.tooManyOperations(MAXIMUM_OPERATIONS, operations.size());
    }
    JsonNode result = document;
    for (JsonNode operation : operations) {
      result = perform(operation, result);
    }
    return result instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
  }

  // An operation is decoded as a whole before any is applied.
  private static void check(JsonNode operation) {
    if (!operation.isObject() && !operation.isNull()) {
      throw StatusErrors.badRequest(
          "error decoding patch: an operation must be an object, not " + operation);
    }
    for (String field : List.of("op", "path", "from")) {
      JsonNode value = operation.path(field);
      if (!value.isMissingNode() && !value.isNull() && !value.isString()) {
        throw StatusErrors.badRequest(
            "error decoding patch: " + field + " must be text, not " + value);
      }
    }
  }

  private static JsonNode perform(JsonNode operation, JsonNode document) {
    String name = operation.path("op").asString("unknown");
    return switch (name) {
      case "add" -> {
        Place place = place(document, pointer(operation, "path"), name);
        place.add(operation.path("value"));
        yield document;
      }
      case "remove" -> {
        place(document, pointer(operation, "path"), name).remove();
        yield document;
      }
      case "replace" -> replace(operation, document);
      case "move" -> {
        Place from = place(document, pointer(operation, "from"), name);
        JsonNode moved = from.get();
        from.remove();
        place(document, pointer(operation, "path"), name).add(moved);
        yield document;
      }
      case "copy" -> {
        JsonNode copied = place(document, pointer(operation, "from"), name).get();
        place(document, pointer(operation, "path"), name)
            .add(copied == null ? null : copied.deepCopy());
        yield document;
      }
      case "test" -> {
        test(operation, document);
        yield document;
      }
      default -> throw unprocessable("Unexpected kind: " + name);
    };
  }

  private static JsonNode replace(JsonNode operation, JsonNode document) {
    String path = pointer(operation, "path");
    JsonNode value = operation.path("value");
    if (path.isEmpty()) {
      if (!value.isContainer()) {
        throw unprocessable("replace operation value must be object or array");
      }
      return open(value);
    }
    Place place = place(document, path, "replace");
    place.get();
    place.set(value);
    return document;
  }

  private static void test(JsonNode operation, JsonNode document) {
    String path = pointer(operation, "path");
    @Nullable Place place = path.isEmpty() ? null : place(document, path, "test");
    JsonNode actual = place == null ? document : place.get();
    JsonNode expected = operation.path("value");
    boolean nothing = expected.isMissingNode() || expected.isNull();
    boolean same = actual == null ? nothing : !nothing && JsonValues.same(actual, expected);
    if (!same) {
      throw unprocessable("testing value " + path + " failed: test failed");
    }
    if (place != null && actual != null) {
      place.set(looked(actual));
    }
  }

  // Who compares values goes through all of them.
  private static JsonNode looked(JsonNode value) {
    JsonNode opened = open(value);
    if (opened instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.forEachEntry((name, field) -> copy.set(name, looked(field)));
      return copy;
    }
    if (opened instanceof ArrayNode list) {
      ArrayNode copy = list.arrayNode();
      list.forEach(item -> copy.add(looked(item)));
      return copy;
    }
    return opened;
  }

  private static String pointer(JsonNode operation, String field) {
    JsonNode pointer = operation.path(field);
    if (!pointer.isString()) {
      throw unprocessable("operation missing " + field + " field");
    }
    return pointer.stringValue();
  }

  // What stands before the first slash of a pointer is not looked at.
  private static Place place(JsonNode document, String path, String operation) {
    String[] parts = path.split("/", -1);
    JsonNode container = document;
    for (int i = 1; i < parts.length - 1 && container != null; i++) {
      container = open(Place.of(container, decoded(parts[i]), path));
    }
    if (parts.length < 2 || container == null || !container.isContainer()) {
      throw unprocessable(operation + " operation does not apply: doc is missing path: " + path);
    }
    return Place.of(container, decoded(parts[parts.length - 1]), path);
  }

  // An opaque object that a path goes through becomes a plain one.
  private static @Nullable JsonNode open(Place place) {
    JsonNode child = place.getOrNull();
    if (child instanceof OpaqueObject) {
      JsonNode plain = open(child);
      place.set(plain);
      return plain;
    }
    return child;
  }

  private static JsonNode open(JsonNode value) {
    if (!(value instanceof OpaqueObject opaque)) {
      return value;
    }
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    JsonText.fields(opaque.text()).forEach((name, field) -> plain.set(name, opaque(field)));
    return plain;
  }

  private static String decoded(String part) {
    return part.replace("~1", "/").replace("~0", "~");
  }

  static StatusException unprocessable(String message) {
    return StatusErrors.unprocessable(
        "the server rejected our request due to an error in our request: " + message);
  }

  /** A place in a document, which need not be there yet. */
  private sealed interface Place {

    static Place of(JsonNode container, String key, String path) {
      return container instanceof ArrayNode list
          ? new InList(list, key, path)
          : new InObject(
              container instanceof ObjectNode object
                  ? object
                  : JsonNodeFactory.instance.objectNode(),
              key,
              path);
    }

    /** Returns what is there, null if it is null or, in an object, nothing. */
    @Nullable JsonNode get();

    @Nullable JsonNode getOrNull();

    void add(@Nullable JsonNode value);

    void set(@Nullable JsonNode value);

    void remove();

    static JsonNode orNull(@Nullable JsonNode value) {
      return value == null || value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value;
    }

    static @Nullable JsonNode orAbsent(@Nullable JsonNode value) {
      return value == null || value.isNull() ? null : value;
    }
  }

  private record InObject(ObjectNode object, String key, String path) implements Place {

    @Override
    public @Nullable JsonNode get() {
      return Place.orAbsent(object.get(key));
    }

    @Override
    public @Nullable JsonNode getOrNull() {
      return get();
    }

    @Override
    public void add(@Nullable JsonNode value) {
      object.set(key, Place.orNull(value));
    }

    @Override
    public void set(@Nullable JsonNode value) {
      add(value);
    }

    @Override
    public void remove() {
      if (object.remove(key) == null) {
        throw unprocessable("remove operation does not apply: doc is missing path: " + path);
      }
    }
  }

  private record InList(ArrayNode list, String key, String path) implements Place {

    @Override
    public @Nullable JsonNode get() {
      return Place.orAbsent(list.get(index(list.size())));
    }

    @Override
    public @Nullable JsonNode getOrNull() {
      try {
        return get();
      } catch (StatusException nothingThere) {
        return null;
      }
    }

    @Override
    public void add(@Nullable JsonNode value) {
      if (key.equals("-")) {
        list.add(Place.orNull(value));
      } else {
        list.insert(index(list.size() + 1), Place.orNull(value));
      }
    }

    @Override
    public void set(@Nullable JsonNode value) {
      list.set(index(list.size()), Place.orNull(value));
    }

    @Override
    public void remove() {
      list.remove(index(list.size()));
    }

    private int index(int size) {
      try {
        int index = Integer.parseInt(key);
        if (index >= -size && index < size) {
          return index < 0 ? index + size : index;
        }
      } catch (NumberFormatException notANumber) {
        // Told below.
      }
      throw unprocessable("index " + key + " at " + path + " is out of bounds");
    }
  }
}
