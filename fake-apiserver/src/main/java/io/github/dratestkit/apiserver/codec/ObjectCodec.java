package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Turns bodies into trees. The one way into this package. */
public final class ObjectCodec {

  private static final List<String> MEDIA_TYPES =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  /** Creates a codec. */
  public ObjectCodec() {}

  /**
   * Reads the body of a request.
   *
   * @param expected the kind that the path of the request is about
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 or 400
   */
  public Decoded decode(
      byte[] body, String contentType, GroupVersionKind expected, FieldValidation validation) {
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    JsonNode tree =
        switch (mediaType) {
          case "", "application/json" -> parse(JsonMapper.shared(), body, expected);
          case "application/yaml" -> parse(YAML, body, expected);
          default -> throw StatusErrors.unsupportedMediaType(MEDIA_TYPES);
        };
    ObjectNode object =
        tree instanceof ObjectNode node ? node : JsonNodeFactory.instance.objectNode();
    requireKind(object, expected);
    return clean(object, expected, validation);
  }

  /** Checks a tree that did not come as a body, such as the result of a patch. */
  public Decoded clean(ObjectNode tree, GroupVersionKind kind, FieldValidation validation) {
    tree.put("apiVersion", kind.apiVersion());
    tree.put("kind", kind.kind());
    return new Decoded(tree, List.of());
  }

  private static JsonNode parse(
      tools.jackson.databind.ObjectMapper mapper, byte[] body, GroupVersionKind expected) {
    try {
      return body.length == 0 ? JsonNodeFactory.instance.nullNode() : mapper.readTree(body);
    } catch (JacksonException broken) {
      throw cannotHandle(expected, broken.getOriginalMessage());
    }
  }

  private static void requireKind(ObjectNode object, GroupVersionKind expected) {
    String version = object.path("apiVersion").asString("");
    String kind = object.path("kind").asString("");
    if (expected.group().equals("meta.k8s.io")) {
      return;
    }
    if (!version.isEmpty() && !version.equals(expected.apiVersion())) {
      throw StatusErrors.badRequest(
          "the API version in the data ("
              + version
              + ") does not match the expected API version ("
              + expected.apiVersion()
              + ")");
    }
    if (!kind.isEmpty() && !kind.equals(expected.kind())) {
      throw cannotHandle(expected, "the data is of kind " + kind);
    }
  }

  private static RuntimeException cannotHandle(GroupVersionKind kind, String detail) {
    return StatusErrors.badRequest(
        kind.kind()
            + " in version \""
            + kind.version()
            + "\" cannot be handled as a "
            + kind.kind()
            + ": "
            + detail);
  }
}
