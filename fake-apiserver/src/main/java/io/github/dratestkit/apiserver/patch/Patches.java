package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Applies patches by their media type. */
public final class Patches {

  static final String JSON = "application/json-patch+json";
  static final String MERGE = "application/merge-patch+json";

  private Patches() {}

  /**
   * Returns what a patch makes of an object.
   *
   * @param current the object in the version of the request; it may be changed
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 for an unknown media type,
   *     400 for a body that is no patch, 422 for one that does not fit the object
   */
  public static ObjectNode apply(String contentType, byte[] patch, ObjectNode current) {
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return switch (mediaType) {
      case JSON -> JsonPatch.apply(parse(patch), current);
      case MERGE -> object(MergePatch.apply(current, parse(patch)));
      default -> throw StatusErrors.unsupportedMediaType(List.of(JSON, MERGE));
    };
  }

  private static JsonNode parse(byte[] patch) {
    try {
      return JsonMapper.shared().readTree(patch);
    } catch (JacksonException broken) {
      throw StatusErrors.badRequest("error decoding patch: " + broken.getOriginalMessage());
    }
  }

  private static ObjectNode object(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw StatusErrors.badRequest("error decoding patch: an object is expected");
  }
}
