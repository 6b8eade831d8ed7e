package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

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
    return columns;
  }
}
