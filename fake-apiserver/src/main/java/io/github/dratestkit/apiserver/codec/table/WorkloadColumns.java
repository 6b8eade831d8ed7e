package io.github.dratestkit.apiserver.codec.table;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/** The columns of the kinds that make pods. */
final class WorkloadColumns {

  private WorkloadColumns() {}

  static Map<String, List<Column>> byResource() {
    return Map.of(
        "deployments.apps",
        wideContainers(
            Column.objectName(),
            Column.text("Ready", WorkloadColumns::readyOfReplicas),
            Column.numberAsText("Up-to-date", row -> row.number("status", "updatedReplicas")),
            Column.numberAsText("Available", row -> row.number("status", "availableReplicas")),
            Column.age()),
        "replicasets.apps",
        wideContainers(
            Column.objectName(),
            Column.number("Desired", row -> row.number("spec", "replicas")),
            Column.number("Current", row -> row.number("status", "replicas")),
            Column.number("Ready", row -> row.number("status", "readyReplicas")),
            Column.age()),
        "replicationcontrollers",
        with(
            List.of(
                Column.objectName(),
                Column.number("Desired", row -> row.number("spec", "replicas")),
                Column.number("Current", row -> row.number("status", "replicas")),
                Column.number("Ready", row -> row.number("status", "readyReplicas")),
                Column.age()),
            containers(),
            images(),
            Column.text("Selector", row -> Row.labels(row.at("spec", "selector"))).wide()),
        "statefulsets.apps",
        List.of(
            Column.objectName(),
            Column.text("Ready", WorkloadColumns::readyOfReplicas),
            Column.age(),
            containers(),
            images()),
        "daemonsets.apps",
        wideContainers(
            Column.objectName(),
            Column.number("Desired", row -> row.number("status", "desiredNumberScheduled")),
            Column.number("Current", row -> row.number("status", "currentNumberScheduled")),
            Column.number("Ready", row -> row.number("status", "numberReady")),
            Column.number("Up-to-date", row -> row.number("status", "updatedNumberScheduled")),
            Column.number("Available", row -> row.number("status", "numberAvailable")),
            Column.text(
                "Node Selector",
                row -> Row.labels(row.at("spec", "template", "spec", "nodeSelector"))),
            Column.age()),
        "jobs.batch",
        wideContainers(
            Column.objectName(),
            Column.text("Status", WorkloadColumns::jobState),
            Column.text("Completions", WorkloadColumns::completions),
            Column.text("Duration", WorkloadColumns::jobDuration),
            Column.age()),
        "cronjobs.batch",
        List.of(
            Column.objectName(),
            Column.text("Schedule", row -> row.text("spec", "schedule")),
            Column.text("Timezone", row -> Row.orElse(row.text("spec", "timeZone"), "<none>")),
            Column.value(
                "Suspend",
                "boolean",
                row ->
                    row.has("spec", "suspend")
                        ? StringNode.valueOf(capital(row.at("spec", "suspend").asBoolean()))
                        : StringNode.valueOf("<unset>")),
            Column.number("Active", row -> row.at("status", "active").size()),
            Column.text(
                "Last Schedule",
                row ->
                    row.has("status", "lastScheduleTime")
                        ? row.since("status", "lastScheduleTime")
                        : "<none>"),
            Column.age(),
            cronContainers("Containers", "name"),
            cronContainers("Images", "image"),
            Column.text(
                    "Selector",
                    row -> Row.selector(row.at("spec", "jobTemplate", "spec", "selector")))
                .wide()),
        "controllerrevisions.apps",
        List.of(
            Column.objectName(),
            Column.text("Controller", WorkloadColumns::controller),
            Column.numberAsText("Revision", row -> row.number("revision")),
            Column.age()),
        "poddisruptionbudgets.policy",
        List.of(
            Column.objectName(),
            Column.text(
                "Min Available", row -> Row.orElse(row.text("spec", "minAvailable"), "N/A")),
            Column.text(
                "Max Unavailable", row -> Row.orElse(row.text("spec", "maxUnavailable"), "N/A")),
            Column.number("Allowed Disruptions", row -> row.number("status", "disruptionsAllowed")),
            Column.age()));
  }

  private static String capital(boolean value) {
    return value ? "True" : "False";
  }

  private static List<Column> with(List<Column> columns, Column... more) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  private static List<Column> wideContainers(Column... columns) {
    return with(
        List.of(columns),
        containers(),
        images(),
        Column.text("Selector", row -> Row.selector(row.at("spec", "selector"))).wide());
  }

  private static Column containers() {
    return Column.text("Containers", row -> Row.joined(podContainers(row), "name")).wide();
  }

  private static Column cronContainers(String title, String field) {
    return Column.text(
            title,
            row ->
                Row.joined(
                    row.at("spec", "jobTemplate", "spec", "template", "spec", "containers"), field))
        .wide();
  }

  private static Column images() {
    return Column.text("Images", row -> Row.joined(podContainers(row), "image")).wide();
  }

  private static JsonNode podContainers(Row row) {
    return row.at("spec", "template", "spec", "containers");
  }

  private static String readyOfReplicas(Row row) {
    return row.number("status", "readyReplicas") + "/" + row.number("spec", "replicas");
  }

  private static String jobState(Row row) {
    if (row.isTrue("Complete")) {
      return "Complete";
    }
    if (row.isTrue("Failed")) {
      return "Failed";
    }
    if (row.has("metadata", "deletionTimestamp")) {
      return "Terminating";
    }
    for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
      if (row.isTrue(type)) {
        return type;
      }
    }
    return "Running";
  }

  private static String completions(Row row) {
    int succeeded = row.number("status", "succeeded");
    if (row.has("spec", "completions")) {
      return succeeded + "/" + row.number("spec", "completions");
    }
    int parallelism = row.number("spec", "parallelism");
    return succeeded + (parallelism > 1 ? "/1 of " + parallelism : "/1");
  }

  private static String jobDuration(Row row) {
    if (!row.has("status", "startTime")) {
      return "";
    }
    Instant start = Instant.parse(row.text("status", "startTime"));
    Instant end =
        row.has("status", "completionTime")
            ? Instant.parse(row.text("status", "completionTime"))
            : row.now();
    return HumanDuration.of(Duration.between(start, end));
  }

  private static String controller(Row row) {
    for (JsonNode owner : row.at("metadata", "ownerReferences")) {
      if (owner.path("controller").equals(BooleanNode.TRUE)) {
        String apiVersion = owner.path("apiVersion").asString("");
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        return owner.path("kind").asString("").toLowerCase(Locale.ROOT)
            + group
            + "/"
            + owner.path("name").asString("");
      }
    }
    return "<none>";
  }
}
