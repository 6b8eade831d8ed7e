package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.FieldPaths;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.codec.JsonText;
import io.github.dratestkit.apiserver.codec.UntypedFields;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies patches by their media type. Server-side apply is not among them: see {@link
 * FieldManager}.
 */
public final class Patches {

  private static final String JSON = "application/json-patch+json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";
  private static final List<String> TYPES = List.of(JSON, MERGE, STRATEGIC, APPLY);

  private Patches() {}

  /** Says whether a Content-Type asks for server-side apply. */
  public static boolean isApply(String contentType) {
    return mediaType(contentType).equals(APPLY);
  }

  /**
   * Checks that a patch is of a kind that custom resources know; their lists have no merge keys.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 if it is not
   */
  public static void requireKnownOfCustom(String contentType) {
    List<String> known = List.of(JSON, MERGE, APPLY);
    if (!known.contains(mediaType(contentType))) {
      throw StatusErrors.unsupportedMediaType(known);
    }
  }

  /**
   * Checks what can be said of a patch without its object.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 for an unknown media type,
   *     400 for a body that is no JSON
   */
  public static void check(String contentType, byte[] patch) {
    switch (mediaType(contentType)) {
      case JSON, MERGE, STRATEGIC -> parse(patch, "invalid JSON patch: ");
      case APPLY -> {}
      default -> throw StatusErrors.unsupportedMediaType(TYPES);
    }
  }

  /**
   * Says whether a Content-Type leads to what patches at all: one of the types that it lists does,
   * though only a single one can be read (go-restful and
   * apiserver/pkg/endpoints/handlers/patch.go).
   */
  public static boolean isRouted(String contentType) {
    return Arrays.stream(contentType.split(",", -1))
        .map(part -> mediaType(part).strip())
        .anyMatch(TYPES::contains);
  }

  /** Returns the complaints about fields of a patch itself, apart from those of its object. */
  public static List<String> fieldErrors(String contentType, byte[] patch) {
    return mediaType(contentType).equals(JSON)
        ? UntypedFields.ofOperations(patch).stream().map(text -> "json patch " + text).toList()
        : UntypedFields.repeated(patch);
  }

  /**
   * Returns what a patch makes of an object.
   *
   * @param current the object in the version of the request; it may be changed
   * @param type the structure of the object
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 for an unknown media type,
   *     400 for a body that is no patch, 422 for one that does not fit the object, 500 for wrong
   *     directives
   */
  public static Patched apply(
      String contentType, byte[] patch, ObjectNode current, ObjectType type) {
    return switch (mediaType(contentType)) {
      case JSON -> {
        JsonNode operations = JsonPatch.opaque(parse(patch, "error decoding patch: "), patch);
        ObjectNode result = JsonPatch.apply(operations, current);
        byte[] json = GoJson.sortedBytes(result);
        yield ofText(json, () -> new String(json, StandardCharsets.UTF_8));
      }
      case MERGE -> {
        object(parse(patch, "invalid JSON patch: "));
        String target = new String(GoJson.bytes(current), StandardCharsets.UTF_8);
        String result = MergePatch.merge(target, new String(patch, StandardCharsets.UTF_8));
        yield ofText(GoJson.bytes(result), () -> JsonText.compact(result));
      }
      case STRATEGIC -> {
        JsonNode sent = parse(patch, "");
        ObjectNode tree = sent.isNull() ? JsonNodeFactory.instance.objectNode() : object(sent);
        String shown = GoPrint.of(tree);
        if (leavesManagers(patch) && current.get("metadata") instanceof ObjectNode metadata) {
          metadata.remove("managedFields");
        }
        ObjectNode plain = (ObjectNode) JsonValues.plain(current);
        ObjectNode merged = StrategicMerge.merge(plain, tree, type);
        keepType(merged, current);
        JsonNode result =
            TypedNumbers.wrapped(JsonValues.plain(merged), Shape.object(() -> type, false));
        yield new Patched(GoJson.bytes(result), FieldPaths.OF_VALUES, () -> shown);
      }
      default -> throw StatusErrors.unsupportedPatchType();
    };
  }

  /**
   * Says whether a patch surely leaves alone who manages what. It need not pass through the patch
   * then: an object that does not tell its managers keeps those that it has.
   */
  private static boolean leavesManagers(byte[] patch) {
    String text = new String(patch, StandardCharsets.UTF_8);
    return text.indexOf('\\') < 0 && !text.contains("managedFields");
  }

  // What a strategic patch says of the type is passed over, as long as it is text.
  private static void keepType(ObjectNode merged, ObjectNode current) {
    for (String field : List.of("apiVersion", "kind")) {
      JsonNode said = merged.path(field);
      if (current.has(field) && (said.isString() || said.isMissingNode() || said.isNull())) {
        merged.set(field, current.get(field));
      }
    }
  }

  private static String mediaType(String contentType) {
    return contentType.split(";", 2)[0];
  }

  private static Patched ofText(byte[] json, Supplier<String> shown) {
    return new Patched(json, FieldPaths.OF_TEXT, shown);
  }

  private static JsonNode parse(byte[] patch, String prefix) {
    try {
      JsonNode tree = JsonMapper.shared().readTree(patch);
      if (!tree.isMissingNode()) {
        return tree;
      }
    } catch (JacksonException broken) {
      throw StatusErrors.badRequest(prefix + broken.getOriginalMessage());
    }
    throw StatusErrors.badRequest(prefix + "the body is empty");
  }

  private static ObjectNode object(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw StatusErrors.badRequest("error decoding patch: an object is expected");
  }
}
