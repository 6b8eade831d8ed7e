package io.github.dratestkit.apiserver.codec.table;

import java.time.Duration;
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
        "leasecandidates.coordination.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("LeaseName", row -> row.text("spec", "leaseName")),
            Column.text("BinaryVersion", row -> row.text("spec", "binaryVersion")),
            Column.text("EmulationVersion", row -> row.text("spec", "emulationVersion")),
            Column.age()));
    columns.put(
        "certificatesigningrequests.certificates.k8s.io",
        List.of(
            Column.objectName(),
            Column.age(),
            Column.text("SignerName", row -> row.text("spec", "signerName")),
            Column.text("Requestor", row -> row.text("spec", "username")),
            Column.text("RequestedDuration", ClusterColumns::requestedDuration),
            Column.text("Condition", ClusterColumns::signingState)));
    columns.put(
        "clustertrustbundles.certificates.k8s.io",
        List.of(
            Column.objectName(),
            Column.text(
                "SignerName", row -> Row.orElse(row.text("spec", "signerName"), "<none>"))));
    columns.put(
        "podcertificaterequests.certificates.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("PodName", row -> row.text("spec", "podName")),
            Column.text("ServiceAccountName", row -> row.text("spec", "serviceAccountName")),
            Column.text("NodeName", row -> row.text("spec", "nodeName")),
            Column.text("SignerName", row -> row.text("spec", "signerName")),
            Column.text("State", ClusterColumns::certificateState),
            Column.text(
                "UnverifiedUserAnnotations",
                row -> Row.labels(row.at("spec", "unverifiedUserAnnotations")))));
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
            Column.text("PreemptionPolicy", row -> row.text("preemptionPolicy"))));
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
    columns.put("rolebindings.rbac.authorization.k8s.io", bindings());
    columns.put("clusterrolebindings.rbac.authorization.k8s.io", bindings());
    columns.put("validatingwebhookconfigurations.admissionregistration.k8s.io", webhooks());
    columns.put("mutatingwebhookconfigurations.admissionregistration.k8s.io", webhooks());
    return Map.copyOf(columns);
  }

  private static String requestedDuration(Row row) {
    return row.has("spec", "expirationSeconds")
        ? HumanDuration.of(Duration.ofSeconds(row.number("spec", "expirationSeconds")))
        : "<none>";
  }

  private static String signingState(Row row) {
    List<String> states = new ArrayList<>();
    for (String type : List.of("Denied", "Approved")) {
      if (states.isEmpty() && row.condition(type).isObject()) {
        states.add(type);
      }
    }
    if (states.isEmpty()) {
      states.add("Pending");
    }
    if (row.condition("Failed").isObject()) {
      states.add("Failed");
    }
    if (!row.text("status", "certificate").isEmpty()) {
      states.add("Issued");
    }
    return String.join(",", states);
  }

  private static String certificateState(Row row) {
    for (String type : List.of("Denied", "Failed", "Issued")) {
      if (row.condition(type).isObject()) {
        return type;
      }
    }
    return "Pending";
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
