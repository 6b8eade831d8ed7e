package io.github.dratestkit.apiserver.registry.kinds.extensions;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The spec of a definition as the real server keeps it inside: what all versions have in common
 * stands in the spec itself, and faults are told of there (apiextensions/v1/conversion.go, 1.37).
 */
final class DefinitionHoisting {

  private DefinitionHoisting() {}

  static ObjectNode inside(JsonNode spec) {
    ObjectNode result =
        spec instanceof ObjectNode object
            ? object.deepCopy()
            : JsonMapper.shared().createObjectNode();
    conversion(result);
    JsonNode versions = result.path("versions");
    if (versions.isEmpty()) {
      return result;
    }
    result.put("version", versions.path(0).path("name").asString(""));
    hoist(result, "subresources", "subresources");
    hoist(result, "schema", "validation");
    hoist(result, "additionalPrinterColumns", "additionalPrinterColumns");
    hoist(result, "selectableFields", "selectableFields");
    return result;
  }

  private static void conversion(ObjectNode spec) {
    if (spec.get("conversion") instanceof ObjectNode conversion
        && conversion.get("webhook") instanceof ObjectNode webhook) {
      conversion.remove("webhook");
      if (webhook.has("clientConfig")) {
        conversion.set("webhookClientConfig", webhook.get("clientConfig"));
      }
      if (webhook.has("conversionReviewVersions")) {
        conversion.set("conversionReviewVersions", webhook.get("conversionReviewVersions"));
      }
    }
  }

  private static void hoist(ObjectNode spec, String field, String above) {
    JsonNode versions = spec.path("versions");
    JsonNode common = present(versions.path(0).path(field));
    for (JsonNode version : versions) {
      if (!present(version.path(field)).equals(common)) {
        return;
      }
    }
    if (!common.isMissingNode()) {
      spec.set(above, common);
    }
    versions.forEach(version -> ((ObjectNode) version).remove(field));
  }

  private static JsonNode present(JsonNode value) {
    boolean nothing = value.isNull() || (value.isArray() && value.isEmpty());
    return nothing ? MissingNode.getInstance() : value;
  }
}
