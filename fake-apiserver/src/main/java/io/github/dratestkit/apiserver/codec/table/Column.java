package io.github.dratestkit.apiserver.codec.table;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.StringNode;

/**
 * One column of a table.
 *
 * @param type the type of its cells in OpenAPI
 * @param format {@code name} for the column that names the object, else empty
 * @param priority 0 if it is always shown, 1 if only in wide output
 */
record Column(String name, String type, String format, int priority, Function<Row, JsonNode> cell) {

  static Column objectName() {
    return new Column(
        "Name", "string", "name", 0, row -> StringNode.valueOf(row.text("metadata", "name")));
  }

  static Column created() {
    return new Column(
        "Created At", "date", "", 0, row -> row.at("metadata", "creationTimestamp").deepCopy());
  }

  static Column age() {
    return text("Age", row -> row.since("metadata", "creationTimestamp"));
  }

  static Column text(String name, Function<Row, String> cell) {
    return new Column(name, "string", "", 0, row -> StringNode.valueOf(cell.apply(row)));
  }

  static Column number(String name, Function<Row, Integer> cell) {
    return new Column(name, "integer", "", 0, row -> IntNode.valueOf(cell.apply(row)));
  }

  /** A column declared as text whose cells are numbers, as upstream has some. */
  static Column numberAsText(String name, Function<Row, Integer> cell) {
    return new Column(name, "string", "", 0, row -> IntNode.valueOf(cell.apply(row)));
  }

  static Column value(String name, String type, Function<Row, JsonNode> cell) {
    return new Column(name, type, "", 0, cell);
  }

  /** A cell that the rows have and the columns do not name, as upstream has one. */
  static Column undeclared(Column column) {
    return new Column("", column.type(), column.format(), column.priority(), column.cell());
  }

  boolean isDeclared() {
    return !name.isEmpty();
  }

  /** Returns this column as one that only wide output shows. */
  Column wide() {
    return new Column(name, type, format, 1, cell);
  }
}
