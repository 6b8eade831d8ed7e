package io.github.dratestkit.apiserver.codec.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The columns of endpoints, ingresses and what else is about the network. */
final class NetworkColumns {

  private static final int SHOWN = 3;
  private static final int ADDRESS_WIDTH = 16;

  private NetworkColumns() {}

  static Map<String, List<Column>> byResource() {
    return Map.of(
        "endpoints",
        List.of(
            Column.objectName(), Column.text("Endpoints", NetworkColumns::subsets), Column.age()),
        "endpointslices.discovery.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("AddressType", row -> row.text("addressType")),
            Column.text("Ports", NetworkColumns::slicePorts),
            Column.text("Endpoints", NetworkColumns::sliceEndpoints),
            Column.age()),
        "ingressclasses.networking.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Controller", row -> row.text("spec", "controller")),
            Column.text("Parameters", NetworkColumns::parameters),
            Column.age()),
        "ingresses.networking.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Class", row -> Row.orElse(row.text("spec", "ingressClassName"), "<none>")),
            Column.text("Hosts", NetworkColumns::hosts),
            Column.text("Address", NetworkColumns::addresses),
            Column.text("Ports", row -> row.at("spec", "tls").isEmpty() ? "80" : "80, 443"),
            Column.age()),
        "ipaddresses.networking.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("ParentRef", NetworkColumns::parent),
            Column.undeclared(Column.age())),
        "networkpolicies.networking.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("Pod-Selector", row -> Row.selector(row.at("spec", "podSelector"))),
            Column.age()),
        "servicecidrs.networking.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("CIDRs", row -> String.join(",", texts(row.at("spec", "cidrs")))),
            Column.age()));
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(item -> item.asString("")).toList();
  }

  private static String firstOf(List<String> all, String none) {
    if (all.isEmpty()) {
      return none;
    }
    return all.size() <= SHOWN
        ? String.join(",", all)
        : String.join(",", all.subList(0, SHOWN)) + " + " + (all.size() - SHOWN) + " more...";
  }

  private static String subsets(Row row) {
    List<String> endpoints = new ArrayList<>();
    for (JsonNode subset : row.at("subsets")) {
      JsonNode ports = subset.path("ports");
      for (JsonNode address : ports.isEmpty() ? subset.path("addresses") : List.<JsonNode>of()) {
        endpoints.add(address.path("ip").asString(""));
      }
      for (JsonNode port : ports) {
        for (JsonNode address : subset.path("addresses")) {
          String ip = address.path("ip").asString("");
          endpoints.add((ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port.path("port").asInt());
        }
      }
    }
    return firstOf(endpoints, row.at("subsets").isEmpty() ? "<none>" : "");
  }

  private static String slicePorts(Row row) {
    List<String> ports = new ArrayList<>();
    for (JsonNode port : row.at("ports")) {
      ports.add(port.path("port").isNumber() ? port.path("port").asString() : "*");
    }
    return firstOf(ports, "<unset>");
  }

  private static String sliceEndpoints(Row row) {
    List<String> addresses = new ArrayList<>();
    row.at("endpoints").forEach(endpoint -> addresses.addAll(texts(endpoint.path("addresses"))));
    return firstOf(addresses, "<unset>");
  }

  private static String parameters(Row row) {
    JsonNode parameters = row.at("spec", "parameters");
    if (!parameters.isObject()) {
      return "<none>";
    }
    String group = parameters.path("apiGroup").asString("");
    return parameters.path("kind").asString("")
        + (group.isEmpty() ? "" : "." + group)
        + "/"
        + parameters.path("name").asString("");
  }

  private static String hosts(Row row) {
    List<String> hosts = new ArrayList<>();
    for (JsonNode rule : row.at("spec", "rules")) {
      if (!rule.path("host").asString("").isEmpty()) {
        hosts.add(rule.path("host").asString(""));
      }
    }
    return firstOf(hosts, "*");
  }

  private static String addresses(Row row) {
    List<String> addresses = new ArrayList<>();
    for (JsonNode ingress : row.at("status", "loadBalancer", "ingress")) {
      addresses.add(
          Row.orElse(ingress.path("ip").asString(""), ingress.path("hostname").asString("")));
    }
    String all = String.join(",", addresses);
    return all.length() > ADDRESS_WIDTH ? all.substring(0, ADDRESS_WIDTH - 3) + "..." : all;
  }

  private static String parent(Row row) {
    JsonNode parent = row.at("spec", "parentRef");
    if (!parent.isObject()) {
      return "<none>";
    }
    String group = parent.path("group").asString("");
    String namespace = parent.path("namespace").asString("");
    String resource = parent.path("resource").asString("") + (group.isEmpty() ? "" : "." + group);
    return resource.toLowerCase(Locale.ROOT)
        + (namespace.isEmpty() ? "" : "/" + namespace)
        + "/"
        + parent.path("name").asString("");
  }
}
