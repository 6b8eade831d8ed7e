package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The columns of pods, nodes, events and the other kinds of the core group. */
final class CoreColumns {

  private CoreColumns() {}

  static Map<String, List<Column>> byResource() {
    Map<String, List<Column>> columns = new TreeMap<>();
    columns.put("pods", pods());
    columns.put("nodes", nodes());
    columns.put("events", events());
    columns.put("events.events.k8s.io", events());
    columns.put("services", services());
    columns.put(
        "namespaces",
        List.of(
            Column.objectName(),
            Column.text("Status", row -> row.text("status", "phase")),
            Column.age()));
    columns.put(
        "secrets",
        List.of(
            Column.objectName(),
            Column.text("Type", row -> row.text("type")),
            Column.numberAsText("Data", row -> row.at("data").size()),
            Column.age()));
    columns.put(
        "configmaps",
        List.of(
            Column.objectName(),
            Column.numberAsText("Data", row -> row.at("data").size() + row.at("binaryData").size()),
            Column.age()));
    columns.put(
        "podtemplates",
        List.of(
            Column.objectName(),
            Column.text(
                "Containers", row -> Row.joined(row.at("template", "spec", "containers"), "name")),
            Column.text(
                "Images", row -> Row.joined(row.at("template", "spec", "containers"), "image")),
            Column.text(
                "Pod Labels", row -> Row.labels(row.at("template", "metadata", "labels")))));
    columns.put("serviceaccounts", List.of(Column.objectName(), Column.age()));
    return Map.copyOf(columns);
  }

  private static List<Column> pods() {
    return List.of(
        Column.objectName(),
        Column.text("Ready", row -> PodState.of(row).ready()),
        Column.text("Status", row -> PodState.of(row).reason()),
        Column.text("Restarts", row -> PodState.of(row).restarts()),
        Column.age(),
        Column.text(
                "IP",
                row ->
                    Row.orElse(
                        row.at("status", "podIPs").path(0).path("ip").asString(""), "<none>"))
            .wide(),
        Column.text("Node", row -> Row.orElse(row.text("spec", "nodeName"), "<none>")).wide(),
        Column.text(
                "Nominated Node",
                row -> Row.orElse(row.text("status", "nominatedNodeName"), "<none>"))
            .wide(),
        Column.text("Readiness Gates", CoreColumns::readinessGates).wide());
  }

  private static String readinessGates(Row row) {
    JsonNode gates = row.at("spec", "readinessGates");
    int open = 0;
    for (JsonNode gate : gates) {
      open += row.isTrue(gate.path("conditionType").asString("")) ? 1 : 0;
    }
    return gates.isEmpty() ? "<none>" : open + "/" + gates.size();
  }

  private static List<Column> nodes() {
    return List.of(
        Column.objectName(),
        Column.text("Status", CoreColumns::nodeState),
        Column.text("Roles", CoreColumns::roles),
        Column.age(),
        Column.text("Version", row -> row.text("status", "nodeInfo", "kubeletVersion")),
        Column.text("Internal-IP", row -> address(row, "InternalIP")).wide(),
        Column.text("External-IP", row -> address(row, "ExternalIP")).wide(),
        Column.text("OS-Image", row -> info(row, "osImage")).wide(),
        Column.text("Kernel-Version", CoreColumns::kernel).wide(),
        Column.text("Container-Runtime", row -> info(row, "containerRuntimeVersion")).wide());
  }

  private static String nodeState(Row row) {
    String state = "Unknown";
    if (row.condition("Ready").isObject()) {
      state = row.isTrue("Ready") ? "Ready" : "NotReady";
    }
    return row.at("spec", "unschedulable").asBoolean(false) ? state + ",SchedulingDisabled" : state;
  }

  private static String roles(Row row) {
    TreeSet<String> roles = new TreeSet<>();
    row.at("metadata", "labels")
        .forEachEntry(
            (key, value) -> {
              String prefix = "node-role.kubernetes.io/";
              if (key.startsWith(prefix) && key.length() > prefix.length()) {
                roles.add(key.substring(prefix.length()));
              } else if (key.equals("kubernetes.io/role") && !value.asString("").isEmpty()) {
                roles.add(value.asString(""));
              }
            });
    return roles.isEmpty() ? "<none>" : String.join(",", roles);
  }

  private static String address(Row row, String type) {
    for (JsonNode address : row.at("status", "addresses")) {
      if (address.path("type").asString("").equals(type)) {
        return address.path("address").asString("");
      }
    }
    return "<none>";
  }

  private static String info(Row row, String field) {
    return Row.orElse(row.text("status", "nodeInfo", field), "<unknown>");
  }

  private static String kernel(Row row) {
    String architecture = row.text("status", "nodeInfo", "architecture");
    String version = info(row, "kernelVersion");
    return architecture.isEmpty() ? version : version + " (" + architecture + ")";
  }

  private static List<Column> events() {
    return List.of(
        Column.text("Last Seen", CoreColumns::lastSeen),
        Column.text("Type", row -> row.text("type")),
        Column.text("Reason", row -> row.text("reason")),
        Column.text("Object", CoreColumns::target),
        Column.text("Subobject", row -> row.text("involvedObject", "fieldPath")).wide(),
        Column.text("Source", CoreColumns::source).wide(),
        Column.text("Message", row -> row.text("message").strip()),
        Column.text("First Seen", CoreColumns::firstSeen).wide(),
        Column.numberAsText("Count", CoreColumns::count).wide(),
        Column.objectName().wide());
  }

  private static String firstSeen(Row row) {
    return row.has("firstTimestamp") ? row.since("firstTimestamp") : row.since("eventTime");
  }

  private static String lastSeen(Row row) {
    if (row.has("series")) {
      return row.since("series", "lastObservedTime");
    }
    return row.has("lastTimestamp") ? row.since("lastTimestamp") : firstSeen(row);
  }

  private static int count(Row row) {
    return row.has("series") ? row.number("series", "count") : Math.max(1, row.number("count"));
  }

  private static String target(Row row) {
    String kind = row.text("involvedObject", "kind").toLowerCase(Locale.ROOT);
    String name = row.text("involvedObject", "name");
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String source(Row row) {
    String component = Row.orElse(row.text("source", "component"), row.text("reportingComponent"));
    String instance = Row.orElse(row.text("source", "host"), row.text("reportingInstance"));
    return instance.isEmpty() ? component : component + ", " + instance;
  }

  private static List<Column> services() {
    return List.of(
        Column.objectName(),
        Column.text("Type", row -> row.text("spec", "type")),
        Column.text(
            "Cluster-IP",
            row -> Row.orElse(row.at("spec", "clusterIPs").path(0).asString(""), "<none>")),
        Column.text("External-IP", CoreColumns::externalAddress),
        Column.text("Port(s)", CoreColumns::ports),
        Column.age(),
        Column.text("Selector", row -> Row.labels(row.at("spec", "selector"))).wide());
  }

  private static String externalAddress(Row row) {
    String type = row.text("spec", "type");
    if (type.equals("ExternalName")) {
      return row.text("spec", "externalName");
    }
    List<String> addresses = new ArrayList<>();
    if (type.equals("LoadBalancer")) {
      for (JsonNode ingress : row.at("status", "loadBalancer", "ingress")) {
        addresses.add(
            Row.orElse(ingress.path("ip").asString(""), ingress.path("hostname").asString("")));
      }
    }
    row.at("spec", "externalIPs").forEach(address -> addresses.add(address.asString("")));
    if (!addresses.isEmpty()) {
      return String.join(",", addresses);
    }
    return type.equals("LoadBalancer") ? "<pending>" : "<none>";
  }

  private static String ports(Row row) {
    List<String> ports = new ArrayList<>();
    for (JsonNode port : row.at("spec", "ports")) {
      int nodePort = port.path("nodePort").asInt(0);
      ports.add(
          port.path("port").asInt(0)
              + (nodePort > 0 ? ":" + nodePort : "")
              + "/"
              + port.path("protocol").asString(""));
    }
    return ports.isEmpty() ? "<none>" : String.join(",", ports);
  }
}
