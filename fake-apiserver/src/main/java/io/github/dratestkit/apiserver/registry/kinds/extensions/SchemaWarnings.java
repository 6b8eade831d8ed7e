package io.github.dratestkit.apiserver.registry.kinds.extensions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What schemas say without effect: formats that nobody knows, and sets of what is no scalar
 * (apiextensions-apiserver, pkg/registry/customresourcedefinition/strategy.go, 1.37).
 */
final class SchemaWarnings {

  private static final Set<String> TEXT_FORMATS =
      Set.of(
          "bsonobjectid",
          "uri",
          "email",
          "hostname",
          "ipv4",
          "ipv6",
          "cidr",
          "mac",
          "uuid",
          "uuid3",
          "uuid4",
          "uuid5",
          "isbn",
          "isbn10",
          "isbn13",
          "creditcard",
          "ssn",
          "hexcolor",
          "rgbcolor",
          "byte",
          "password",
          "date",
          "duration",
          "datetime",
          "k8sshortname",
          "k8slongname");

  private final List<String> formats = new ArrayList<>();
  private final TreeSet<String> sets = new TreeSet<>();

  private SchemaWarnings() {}

  /** Returns the warnings of all versions of a definition. */
  static List<String> of(JsonNode definition) {
    SchemaWarnings warnings = new SchemaWarnings();
    for (JsonNode version : definition.path("spec").path("versions")) {
      warnings.look(version.path("schema").path("openAPIV3Schema"));
    }
    List<String> texts = new ArrayList<>();
    warnings.formats.stream().distinct().sorted().forEach(texts::add);
    texts.addAll(warnings.sets);
    return texts;
  }

  private void look(JsonNode schema) {
    String format = schema.path("format").asString("");
    if (!format.isEmpty() && !isKnown(schema.path("type").asString(""), format)) {
      formats.add("unrecognized format \"" + format + "\"");
    }
    String items = schema.path("items").path("type").asString("");
    boolean set = schema.path("x-kubernetes-list-type").asString("").equals("set");
    if (set && (items.equals("object") || items.equals("array"))) {
      sets.add(
          "x-kubernetes-list-type: set for items of type \""
              + items
              + "\" is not supported by server-side apply or CEL validation rules");
    }
    Schemas.within(schema).forEach(this::look);
  }

  private static boolean isKnown(String type, String format) {
    return switch (type) {
      case "", "string" -> TEXT_FORMATS.contains(format.replace("-", ""));
      case "integer" -> format.equals("int32") || format.equals("int64");
      case "number" -> format.equals("float") || format.equals("double");
      default -> false;
    };
  }
}
