package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The columns of horizontal pod autoscalers. */
final class AutoscalerColumns {

  private static final int SHOWN = 2;
  private static final String UNKNOWN = "<unknown>";

  private AutoscalerColumns() {}

  static List<Column> ofScale() {
    return List.of(
        Column.text("Name", row -> row.text("metadata", "name")),
        Column.number("Desired", row -> row.number("spec", "replicas")),
        Column.number("Available", row -> row.number("status", "replicas")),
        Column.age());
  }

  static List<Column> columns() {
    return List.of(
        Column.objectName(),
        Column.text(
            "Reference",
            row ->
                row.text("spec", "scaleTargetRef", "kind")
                    + "/"
                    + row.text("spec", "scaleTargetRef", "name")),
        Column.text("Targets", AutoscalerColumns::targets),
        Column.text("MinPods", row -> Row.orElse(row.text("spec", "minReplicas"), "<unset>")),
        Column.numberAsText("MaxPods", row -> row.number("spec", "maxReplicas")),
        Column.numberAsText("Replicas", row -> row.number("status", "currentReplicas")),
        Column.age());
  }

  private static String targets(Row row) {
    JsonNode metrics = row.at("spec", "metrics");
    if (metrics.isEmpty()) {
      return "<none>";
    }
    List<String> targets = new ArrayList<>();
    for (int place = 0; place < metrics.size(); place++) {
      targets.add(target(metrics.get(place), row.at("status", "currentMetrics").path(place)));
    }
    return targets.size() <= SHOWN
        ? String.join(", ", targets)
        : String.join(", ", targets.subList(0, SHOWN))
            + " + "
            + (targets.size() - SHOWN)
            + " more...";
  }

  private static String target(JsonNode metric, JsonNode status) {
    String type = metric.path("type").asString("");
    String field = type.isEmpty() ? "" : Character.toLowerCase(type.charAt(0)) + type.substring(1);
    JsonNode source = metric.path(field);
    JsonNode target = source.path("target");
    JsonNode current = status.path(field).path("current");
    return switch (type) {
      case "Resource", "ContainerResource" ->
          source.path("name").asString("") + ": " + ofResource(target, current);
      case "Pods" -> shown(current.path("averageValue")) + "/" + shown(target.path("averageValue"));
      case "External", "Object" ->
          target.has("averageValue")
              ? shown(current.path("averageValue"))
                  + "/"
                  + shown(target.path("averageValue"))
                  + " (avg)"
              : shown(current.path("value")) + "/" + shown(target.path("value"));
      default -> "<unknown type>";
    };
  }

  private static String ofResource(JsonNode target, JsonNode current) {
    if (target.has("averageValue")) {
      return shown(current.path("averageValue")) + "/" + shown(target.path("averageValue"));
    }
    JsonNode wanted = target.path("averageUtilization");
    JsonNode used = current.path("averageUtilization");
    return (used instanceof MissingNode ? UNKNOWN : used.asInt() + "%")
        + "/"
        + (wanted instanceof MissingNode ? "<auto>" : wanted.asInt() + "%");
  }

  private static String shown(JsonNode amount) {
    return amount.isMissingNode() ? UNKNOWN : amount.asString("");
  }
}
