package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Paths into custom resources: columns, scales and fields to select by. */
final class DefinitionColumns {

  private static final List<String> TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final Set<String> FORMATS =
      Set.of("int32", "int64", "float", "double", "byte", "date", "date-time", "password");
  private static final List<String> SELECTABLE = List.of("string", "boolean", "integer");
  private static final Pattern PATH = Pattern.compile("(\\.[A-Za-z_$][A-Za-z0-9_$-]*)+");
  private static final int MOST_SELECTABLE = 8;

  private DefinitionColumns() {}

  static void column(Field column) {
    column.at("name").isThere();
    Field type = column.at("type");
    if (type.isEmpty()) {
      type.required("must be one of " + String.join(",", TYPES));
    } else if (!TYPES.contains(type.text())) {
      type.invalid("must be one of " + String.join(",", TYPES));
    }
    Field format = column.at("format");
    if (!format.isEmpty() && !FORMATS.contains(format.text())) {
      format.invalid("is none of the formats of columns");
    }
    path(column.at("jsonPath").named(column.at("JSONPath").path()));
  }

  private static boolean path(Field path) {
    if (!path.isThere()) {
      return false;
    }
    if (!path.text().startsWith(".")) {
      path.invalid("must be a simple json path starting with .");
      return false;
    }
    return true;
  }

  static void scale(Field subresources) {
    Field scale = subresources.at("scale");
    under(scale.at("specReplicasPath"), List.of(".spec."));
    under(scale.at("statusReplicasPath"), List.of(".status."));
    if (!scale.at("labelSelectorPath").isEmpty()) {
      under(scale.at("labelSelectorPath"), List.of(".spec.", ".status."));
    }
  }

  private static void under(Field path, List<String> prefixes) {
    if (path(path) && prefixes.stream().noneMatch(path.text()::startsWith)) {
      path.invalid("should be a json path under " + String.join(" or ", prefixes));
    }
  }

  static void selectable(Field fields, Field schema) {
    Set<String> seen = new HashSet<>();
    for (Field field : fields.items()) {
      Field path = field.at("jsonPath");
      if (!path.isThere()) {
        continue;
      }
      if (!PATH.matcher(path.text()).matches()) {
        path.invalid("is an invalid path");
        continue;
      }
      JsonNode found = schema.value();
      for (String step : List.of(path.text().substring(1).split("\\."))) {
        found = found.path("properties").path(step);
      }
      if (path.text().startsWith(".metadata.")) {
        path.invalid("must not point to fields in metadata");
      }
      if (found.isMissingNode()) {
        path.invalid("is an invalid path: does not refer to a valid field");
        continue;
      }
      if (!SELECTABLE.contains(found.path("type").asString(""))) {
        path.invalid("must point to a field of type string, boolean or integer");
      }
      if (!seen.add(path.text())) {
        path.duplicate();
      }
    }
    if (seen.size() > MOST_SELECTABLE) {
      fields.tooMany(MOST_SELECTABLE);
    }
  }
}
