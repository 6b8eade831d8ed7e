package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/**
 * The columns that a definition of custom resources asks for (apiextensions-apiserver,
 * pkg/registry/customresource/tableconvertor, 1.37).
 */
final class DefinedColumns {

  private DefinedColumns() {}

  static List<Column> of(JsonNode definitions) {
    List<Column> columns = new ArrayList<>(List.of(Column.objectName()));
    if (definitions.isEmpty()) {
      columns.add(new Column("Age", "date", "", 0, Column.age().cell()));
    }
    for (JsonNode definition : definitions) {
      Optional<JsonPath> path = JsonPath.parse(definition.path("jsonPath").asString(""));
      if (path.isEmpty()) {
        // Upstream gives up at the first path that it cannot read.
        return columns;
      }
      String type = definition.path("type").asString("");
      columns.add(
          new Column(
              definition.path("name").asString(""),
              type,
              definition.path("format").asString(""),
              definition.path("priority").asInt(0),
              row -> cell(path.get(), type, row)));
    }
    return columns;
  }

  static List<Column> ofScale() {
    return List.of(
        Column.objectName(),
        Column.number("Desired", row -> row.number("spec", "replicas")),
        Column.number("Available", row -> row.number("status", "replicas")),
        new Column("Age", "date", "", 0, Column.age().cell()));
  }

  private static JsonNode cell(JsonPath path, String type, Row row) {
    Optional<JsonNode> found = path.first(row.object());
    if (found.isEmpty()) {
      return NullNode.getInstance();
    }
    JsonNode value = found.get();
    return switch (type) {
      case "string" -> StringNode.valueOf(JsonPath.text(value));
      case "integer" ->
          value.isNumber() ? LongNode.valueOf(value.longValue()) : NullNode.getInstance();
      case "number" -> value.isNumber() ? value : NullNode.getInstance();
      case "boolean" ->
          value.isBoolean() ? BooleanNode.valueOf(value.booleanValue()) : NullNode.getInstance();
      case "date" ->
          value.isString()
              ? StringNode.valueOf(row.sinceText(value.stringValue()))
              : NullNode.getInstance();
      default -> NullNode.getInstance();
    };
  }
}
