package io.github.dratestkit.apiserver.codec.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The columns of every kind, and the cells of its objects. A kind without columns of its own shows
 * its name and when it was created.
 */
public final class TableColumns {

  private static final Map<String, List<Column>> BY_RESOURCE = byResource();
  private static final List<Column> OTHERS = List.of(Column.objectName(), Column.created());
  private static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

  private final List<Column> columns;
  private final boolean ownRows;

  private TableColumns(List<Column> columns, boolean ownRows) {
    this.columns = columns;
    this.ownRows = ownRows;
  }

  private static Map<String, List<Column>> byResource() {
    Map<String, List<Column>> columns = new HashMap<>();
    columns.putAll(CoreColumns.byResource());
    columns.putAll(WorkloadColumns.byResource());
    columns.putAll(DeviceColumns.byResource());
    columns.putAll(ClusterColumns.byResource());
    columns.putAll(NetworkColumns.byResource());
    columns.putAll(StorageColumns.byResource());
    columns.putAll(ExtensionColumns.byResource());
    columns.put("horizontalpodautoscalers.autoscaling", AutoscalerColumns.columns());
    columns.put("scales.autoscaling", AutoscalerColumns.ofScale());
    return Map.copyOf(columns);
  }

  /**
   * Returns the columns of a resource.
   *
   * @param resource the plural with its group, such as {@code deviceclasses.resource.k8s.io}
   */
  public static TableColumns of(String resource) {
    return new TableColumns(
        BY_RESOURCE.getOrDefault(resource, OTHERS),
        BY_RESOURCE.containsKey(resource) && !resource.equals(DEFINITIONS));
  }

  /** Returns the columns of the scale of a custom resource. */
  public static TableColumns ofDefinedScale() {
    return new TableColumns(DefinedColumns.ofScale(), true);
  }

  /**
   * Returns the columns of a custom resource.
   *
   * @param columns as the definition has them
   */
  public static TableColumns ofDefinition(JsonNode columns) {
    return new TableColumns(DefinedColumns.of(columns), true);
  }

  /**
   * Says whether a table without rows has null for them: so it is upstream for kinds that have no
   * printer of their own, and for definitions of custom resources.
   */
  public boolean nullForNoRows() {
    return !ownRows;
  }

  /** Returns the definitions of the columns, as a table carries them. */
  public ArrayNode definitions() {
    ArrayNode definitions = JsonNodeFactory.instance.arrayNode();
    for (Column column : columns) {
      if (!column.isDeclared()) {
        continue;
      }
      ObjectNode definition = definitions.addObject();
      definition.put("name", column.name());
      definition.put("type", column.type());
      definition.put("format", column.format());
      definition.put("description", "");
      definition.put("priority", column.priority());
    }
    return definitions;
  }

  /** Returns the cells of an object in its hub version. */
  public ArrayNode cells(ObjectNode object, Instant now) {
    Row row = new Row(object, now);
    ArrayNode cells = JsonNodeFactory.instance.arrayNode();
    columns.forEach(column -> cells.add(column.cell().apply(row)));
    return cells;
  }
}
