package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/** The columns of what extends the API or guards it: policies, definitions, services, flows. */
final class ExtensionColumns {

  private static final String ADMISSION = ".admissionregistration.k8s.io";
  private static final String FLOW = ".flowcontrol.apiserver.k8s.io";
  private static final String UNSET = "<unset>";

  private ExtensionColumns() {}

  static Map<String, List<Column>> byResource() {
    Map<String, List<Column>> columns = new TreeMap<>();
    columns.put("mutatingadmissionpolicies" + ADMISSION, policy("Mutations", "mutations"));
    columns.put("validatingadmissionpolicies" + ADMISSION, policy("Validations", "validations"));
    columns.put("mutatingadmissionpolicybindings" + ADMISSION, binding());
    columns.put("validatingadmissionpolicybindings" + ADMISSION, binding());
    columns.put(
        "customresourcedefinitions.apiextensions.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Scope", row -> row.text("spec", "scope")),
            Column.text("Versions", ExtensionColumns::versions),
            Column.created(),
            Column.text("Group", row -> row.text("spec", "group")).wide(),
            Column.text("Kind", row -> row.text("spec", "names", "kind")).wide(),
            Column.text("ShortNames", ExtensionColumns::shortNames).wide(),
            Column.value(
                    "Established", "boolean", row -> BooleanNode.valueOf(row.isTrue("Established")))
                .wide()));
    columns.put(
        "apiservices.apiregistration.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Service", ExtensionColumns::service),
            Column.text("Available", ExtensionColumns::available),
            Column.age()));
    columns.put(
        "flowschemas" + FLOW,
        List.of(
            Column.objectName(),
            Column.text(
                "PriorityLevel", row -> row.text("spec", "priorityLevelConfiguration", "name")),
            Column.numberAsText(
                "MatchingPrecedence", row -> row.number("spec", "matchingPrecedence")),
            Column.text(
                "DistinguisherMethod",
                row -> Row.orElse(row.text("spec", "distinguisherMethod", "type"), "<none>")),
            Column.age(),
            Column.text(
                "MissingPL",
                row -> Row.orElse(row.condition("Dangling").path("status").asString(""), "?"))));
    columns.put(
        "prioritylevelconfigurations" + FLOW,
        List.of(
            Column.objectName(),
            Column.text("Type", row -> row.text("spec", "type")),
            flow("NominalConcurrencyShares", "nominalConcurrencyShares"),
            flow("Queues", "limitResponse", "queuing", "queues"),
            flow("HandSize", "limitResponse", "queuing", "handSize"),
            flow("QueueLengthLimit", "limitResponse", "queuing", "queueLengthLimit"),
            Column.age()));
    columns.put(
        "storageversionmigrations.storagemigration.k8s.io",
        List.of(
            Column.text("Name", row -> row.text("metadata", "name")),
            Column.text("Resource", ExtensionColumns::migrated),
            Column.text("Status", ExtensionColumns::migrationState)));
    columns.put(
        "storageversions.internal.apiserver.k8s.io",
        List.of(
            Column.objectName(),
            Column.text(
                "CommonEncodingVersion",
                row -> Row.orElse(row.text("status", "commonEncodingVersion"), UNSET)),
            Column.text("StorageVersions", ExtensionColumns::storageVersions),
            Column.age()));
    return Map.copyOf(columns);
  }

  private static List<Column> policy(String title, String field) {
    return List.of(
        Column.objectName(),
        Column.number(title, row -> row.at("spec", field).size()),
        Column.text(
            "ParamKind",
            row ->
                row.has("spec", "paramKind")
                    ? row.text("spec", "paramKind", "apiVersion")
                        + "/"
                        + row.text("spec", "paramKind", "kind")
                    : UNSET),
        Column.age());
  }

  private static List<Column> binding() {
    return List.of(
        Column.objectName(),
        Column.text("PolicyName", row -> row.text("spec", "policyName")),
        Column.text("ParamRef", ExtensionColumns::parameters),
        Column.age());
  }

  // A selector is shown as Go prints its structure.
  private static String parameters(Row row) {
    JsonNode parameters = row.at("spec", "paramRef");
    if (!parameters.isObject()) {
      return UNSET;
    }
    String name = parameters.path("name").asString("");
    if (!name.isEmpty()) {
      String namespace = parameters.path("namespace").asString("");
      return namespace.isEmpty() ? "*/" + name : namespace + "/" + name;
    }
    StringBuilder labels = new StringBuilder();
    Row.texts(parameters.path("selector").path("matchLabels"))
        .forEach((key, value) -> labels.append(key).append(": ").append(value).append(','));
    return "&LabelSelector{MatchLabels:map[string]string{"
        + labels
        + "},MatchExpressions:[]LabelSelectorRequirement{},}";
  }

  private static String versions(Row row) {
    List<String> versions = new ArrayList<>();
    for (JsonNode version : row.at("spec", "versions")) {
      if (version.path("served").asBoolean(false)) {
        boolean stored = version.path("storage").asBoolean(false);
        versions.add(version.path("name").asString("") + (stored ? "(storage)" : ""));
      }
    }
    return String.join(",", versions);
  }

  private static String shortNames(Row row) {
    List<String> names = new ArrayList<>();
    row.at("spec", "names", "shortNames").forEach(name -> names.add(name.asString("")));
    return String.join(",", names);
  }

  private static String service(Row row) {
    return row.has("spec", "service")
        ? row.text("spec", "service", "namespace") + "/" + row.text("spec", "service", "name")
        : "Local";
  }

  private static String available(Row row) {
    JsonNode condition = row.condition("Available");
    String status = Row.orElse(condition.path("status").asString(""), "Unknown");
    return condition.isObject() && !status.equals("True")
        ? status + " (" + condition.path("reason").asString("") + ")"
        : status;
  }

  private static Column flow(String title, String... path) {
    String[] full = new String[path.length + 2];
    full[0] = "spec";
    full[1] = "limited";
    System.arraycopy(path, 0, full, 2, path.length);
    return Column.value(
        title, "string", row -> row.has(full) ? row.at(full) : StringNode.valueOf("<none>"));
  }

  private static String migrated(Row row) {
    String group = row.text("spec", "resource", "group");
    return row.text("spec", "resource", "resource") + (group.isEmpty() ? "" : "." + group);
  }

  private static String migrationState(Row row) {
    for (String state : List.of("Succeeded", "Failed", "Running")) {
      if (row.isTrue(state)) {
        return state;
      }
    }
    return "Unknown";
  }

  private static String storageVersions(Row row) {
    List<String> versions = new ArrayList<>();
    for (JsonNode version : row.at("status", "storageVersions")) {
      versions.add(
          version.path("apiServerID").asString("")
              + "="
              + version.path("encodingVersion").asString(""));
    }
    return versions.isEmpty() ? UNSET : String.join(",", versions);
  }
}
