package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** The columns of leases, classes, quotas, roles and what else belongs to the cluster. */
final class ClusterColumns {

  private ClusterColumns() {}

  static Map<String, List<Column>> byResource() {
    Map<String, List<Column>> columns = new TreeMap<>();
    columns.put(
        "leases.coordination.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Holder", row -> row.text("spec", "holderIdentity")),
            Column.age()));
    columns.put(
        "priorityclasses.scheduling.k8s.io",
        List.of(
            Column.objectName(),
            Column.number("Value", row -> row.number("value")),
            Column.value(
                "Global-Default",
                "boolean",
                row -> BooleanNode.valueOf(row.at("globalDefault").asBoolean(false))),
            Column.age(),
            Column.text("PreemptionPolicy", row -> row.text("preemptionPolicy")).wide()));
    columns.put(
        "resourcequotas",
        List.of(
            Column.objectName(),
            Column.text("Request", row -> quota(row, false)),
            Column.text("Limit", row -> quota(row, true)),
            Column.age()));
    columns.put(
        "storageclasses.storage.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Provisioner", row -> row.text("provisioner")),
            Column.text("ReclaimPolicy", row -> Row.orElse(row.text("reclaimPolicy"), "Delete")),
            Column.text(
                "VolumeBindingMode", row -> Row.orElse(row.text("volumeBindingMode"), "Immediate")),
            Column.value(
                "AllowVolumeExpansion",
                "string",
                row -> BooleanNode.valueOf(row.at("allowVolumeExpansion").asBoolean(false))),
            Column.age()));
    columns.put(
        "runtimeclasses.node.k8s.io",
        List.of(
            Column.objectName(), Column.text("Handler", row -> row.text("handler")), Column.age()));
    columns.put("roles.rbac.authorization.k8s.io", nameAndTime());
    columns.put("clusterroles.rbac.authorization.k8s.io", nameAndTime());
    columns.put("rolebindings.rbac.authorization.k8s.io", bindings());
    columns.put("clusterrolebindings.rbac.authorization.k8s.io", bindings());
    columns.put("validatingwebhookconfigurations.admissionregistration.k8s.io", webhooks());
    columns.put("mutatingwebhookconfigurations.admissionregistration.k8s.io", webhooks());
    return Map.copyOf(columns);
  }

  private static List<Column> nameAndTime() {
    return List.of(
        Column.objectName(),
        new Column(
            "Created At",
            "date",
            "",
            0,
            row -> row.at("metadata", "creationTimestamp").deepCopy()));
  }

  private static List<Column> webhooks() {
    return List.of(
        Column.objectName(),
        Column.number("Webhooks", row -> row.at("webhooks").size()),
        Column.age());
  }

  private static List<Column> bindings() {
    return List.of(
        Column.objectName(),
        Column.text("Role", row -> row.text("roleRef", "kind") + "/" + row.text("roleRef", "name")),
        Column.age(),
        Column.text("Users", row -> subjects(row, "User")).wide(),
        Column.text("Groups", row -> subjects(row, "Group")).wide(),
        Column.text("ServiceAccounts", row -> subjects(row, "ServiceAccount")).wide());
  }

  private static String subjects(Row row, String kind) {
    List<String> names = new ArrayList<>();
    for (JsonNode subject : row.at("subjects")) {
      if (subject.path("kind").asString("").equals(kind)) {
        String name = subject.path("name").asString("");
        names.add(
            kind.equals("ServiceAccount")
                ? subject.path("namespace").asString("") + "/" + name
                : name);
      }
    }
    return String.join(", ", names);
  }

  private static String quota(Row row, boolean limits) {
    Map<String, String> entries = new TreeMap<>();
    row.at("status", "hard")
        .forEachEntry(
            (name, hard) -> {
              if (name.startsWith("limits.") == limits) {
                String used = row.at("status", "used").path(name).asString("0");
                entries.put(name, name + ": " + used + "/" + hard.asString(""));
              }
            });
    return String.join(", ", entries.values());
  }
}
