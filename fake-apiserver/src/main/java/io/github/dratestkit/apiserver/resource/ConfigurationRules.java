package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.codec.OpaqueObject;
import io.github.dratestkit.apiserver.status.FieldError;
import tools.jackson.databind.JsonNode;

/** Configuration for drivers: opaque parameters of classes, claims and allocations. */
final class ConfigurationRules {

  private static final int PARAMETERS_LIMIT = 10 * 1024;

  /** Whether the size of parameters counts, as it does unless they are stored already. */
  enum Size {
    LIMITED,
    GRANDFATHERED
  }

  private ConfigurationRules() {}

  static void check(JsonNode configuration, Size size, String path, Findings findings) {
    if (!Tree.has(configuration, "opaque")) {
      findings.required(path + ".opaque", "a configuration needs parameters for a driver");
      return;
    }
    JsonNode opaque = configuration.path("opaque");
    Formats.driver(Tree.text(opaque, "driver"), path + ".opaque.driver", findings.alsoDeclared());
    parameters(opaque.path("parameters"), size, path + ".opaque.parameters", findings);
  }

  /** Checks a value that the API does not look into: it must be an object of limited size. */
  static void parameters(JsonNode value, Size size, String path, Findings findings) {
    if (value.isMissingNode() || value.isNull()) {
      findings.required(path, "a JSON object for the driver");
    } else if (size == Size.LIMITED && length(value) > PARAMETERS_LIMIT) {
      findings.add(FieldError.tooLong(path, PARAMETERS_LIMIT));
    } else if (!value.isObject()) {
      findings.invalid(path, "<value omitted>", "must be a JSON object");
    }
  }

  private static int length(JsonNode value) {
    return Formats.bytes(value instanceof OpaqueObject opaque ? opaque.text() : value.toString());
  }
}
