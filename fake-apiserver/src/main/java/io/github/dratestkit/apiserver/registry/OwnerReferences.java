package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.codec.Decoded;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes out owner references that a body has twice (endpoints/handlers/create.go, 1.37). */
final class OwnerReferences {

  private OwnerReferences() {}

  /** Returns the body without them, and with a warning that names their uids. */
  static Decoded withoutDuplicates(Decoded body) {
    if (!(body.object().path("metadata") instanceof ObjectNode metadata)
        || !(metadata.path("ownerReferences") instanceof ArrayNode references)) {
      return body;
    }
    Set<JsonNode> seen = new LinkedHashSet<>();
    List<String> twice = new ArrayList<>();
    for (JsonNode reference : references) {
      if (!seen.add(reference)) {
        twice.add(reference.path("uid").asString(""));
      }
    }
    if (twice.isEmpty()) {
      return body;
    }
    references.removeAll();
    seen.forEach(references::add);
    List<String> warnings = new ArrayList<>(body.warnings());
    warnings.add(
        ".metadata.ownerReferences contains duplicate entries; API server dedups owner references"
            + " in 1.20+, and may reject such requests as early as 1.24; please fix your requests;"
            + " duplicate UID(s) observed: "
            + String.join(", ", twice));
    return new Decoded(body.object(), List.copyOf(warnings));
  }
}
