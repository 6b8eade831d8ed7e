package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The columns of the kinds of dynamic resource allocation and of gang scheduling. */
final class DeviceColumns {

  private DeviceColumns() {}

  static Map<String, List<Column>> byResource() {
    return Map.of(
        "deviceclasses.resource.k8s.io",
        List.of(Column.objectName(), Column.age()),
        "resourceclaimtemplates.resource.k8s.io",
        List.of(Column.objectName(), Column.age()),
        "resourceclaims.resource.k8s.io",
        List.of(Column.objectName(), Column.text("State", DeviceColumns::claimState), Column.age()),
        "resourceslices.resource.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Node", row -> row.text("spec", "nodeName")),
            Column.text("Driver", row -> row.text("spec", "driver")),
            Column.text("Pool", row -> row.text("spec", "pool", "name")),
            Column.age()),
        "devicetaintrules.resource.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Key", row -> row.text("spec", "taint", "key")),
            Column.text("Value", row -> row.text("spec", "taint", "value")),
            Column.text("Effect", row -> row.text("spec", "taint", "effect")),
            Column.text("TimeAdded", row -> row.since("spec", "taint", "timeAdded")),
            Column.age()),
        "resourcepoolstatusrequests.resource.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Driver", row -> row.text("spec", "driver")),
            Column.text("Total", row -> total(row, "totalDevices")),
            Column.text("Available", row -> total(row, "availableDevices")),
            Column.text("Allocated", row -> total(row, "allocatedDevices")),
            Column.text("Unavailable", row -> total(row, "unavailableDevices")),
            Column.text("Errors", row -> total(row, "validationError")),
            Column.number("Pools", row -> row.number("status", "poolCount")),
            Column.text("Status", DeviceColumns::requestState),
            Column.text("Completed", DeviceColumns::completed)),
        "workloads.scheduling.k8s.io",
        List.of(Column.objectName(), Column.age()),
        "podgroups.scheduling.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Policy", DeviceColumns::policy),
            Column.text("Workload", DeviceColumns::workload),
            Column.text("Status", DeviceColumns::groupState),
            Column.age()),
        "compositepodgroups.scheduling.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Policy", DeviceColumns::policy),
            Column.text("Workload", DeviceColumns::workload),
            Column.age()));
  }

  private static String claimState(Row row) {
    List<String> states = new ArrayList<>();
    boolean deleted = row.has("metadata", "deletionTimestamp");
    if (deleted) {
      states.add("deleted");
    }
    if (row.has("status", "allocation")) {
      states.add("allocated");
      if (!row.at("status", "reservedFor").isEmpty()) {
        states.add("reserved");
      }
    } else if (!deleted) {
      states.add("pending");
    }
    return String.join(",", states);
  }

  /** Sums up a field of all pools; a field that is no number is counted. */
  private static String total(Row row, String field) {
    if (!row.has("status") || row.isTrue("Failed")) {
      return "-";
    }
    int total = 0;
    for (JsonNode pool : row.at("status", "pools")) {
      JsonNode value = pool.path(field);
      total += value.isString() ? 1 : value.asInt(0);
    }
    return Integer.toString(total);
  }

  private static String requestState(Row row) {
    if (row.isTrue("Complete")) {
      int shown = row.at("status", "pools").size();
      int found = row.number("status", "poolCount");
      return found > shown ? "Complete (" + shown + "/" + found + " pools)" : "Complete";
    }
    return row.isTrue("Failed") ? "Failed" : "Pending";
  }

  private static String completed(Row row) {
    return row.isTrue("Complete")
        ? row.since(row.condition("Complete").path("lastTransitionTime"))
        : "<none>";
  }

  private static String policy(Row row) {
    return row.has("spec", "schedulingPolicy", "gang") ? "Gang" : "Basic";
  }

  private static String workload(Row row) {
    return row.has("spec", "workloadRef")
        ? row.text("spec", "workloadRef", "workloadName")
        : "<none>";
  }

  private static String groupState(Row row) {
    JsonNode disruption = row.condition("DisruptionTarget");
    if (disruption.isObject()) {
      return disruption.path("reason").asString("");
    }
    if (!row.condition("PodGroupInitiallyScheduled").isObject()) {
      return "Pending";
    }
    return row.isTrue("PodGroupInitiallyScheduled") ? "Scheduled" : "Unschedulable";
  }
}
