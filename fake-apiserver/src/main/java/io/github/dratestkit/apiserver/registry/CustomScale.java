package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scale of a custom resource, read off the fields that its definition names. */
final class CustomScale {

  private CustomScale() {}

  /**
   * Returns the scale of an object that says its size.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 500 if it does not
   */
  static ObjectNode read(ScaleFields fields, ObjectNode object) {
    if (ScaleFields.at(object, fields.wanted()).isMissingNode()) {
      throw StatusErrors.internal(
          "the spec replicas field \"." + String.join(".", fields.wanted()) + "\" does not exist");
    }
    return whole(fields, object);
  }

  /** Returns the scale of an object, of size zero if it does not say one. */
  static ObjectNode whole(ScaleFields fields, ObjectNode object) {
    ObjectNode scale = Scaling.named(object);
    ObjectNode spec = scale.putObject("spec");
    int wanted = ScaleFields.at(object, fields.wanted()).asInt(0);
    if (wanted != 0) {
      spec.put("replicas", wanted);
    }
    ObjectNode status = scale.putObject("status");
    status.put("replicas", ScaleFields.at(object, fields.present()).asInt(0));
    JsonNode selector = ScaleFields.at(object, fields.selector());
    if (!fields.selector().isEmpty() && !selector.asString("").isEmpty()) {
      status.put("selector", selector.asString(""));
    }
    return scale;
  }
}
