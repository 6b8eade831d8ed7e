package io.github.dratestkit.apiserver.registry.kinds;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a pod's spec gets where its author said nothing (pkg/apis/core/v1/defaults.go, 1.37). */
final class PodDefaults {

  private static final List<String> COMPUTE = List.of("cpu", "memory");

  private PodDefaults() {}

  static void apply(ObjectNode spec) {
    text(spec, "restartPolicy", "Always");
    text(spec, "dnsPolicy", "ClusterFirst");
    text(spec, "schedulerName", "default-scheduler");
    if (absent(spec, "terminationGracePeriodSeconds")) {
      spec.put("terminationGracePeriodSeconds", 30);
    }
    if (absent(spec, "enableServiceLinks")) {
      spec.put("enableServiceLinks", true);
    }
    if (absent(spec, "securityContext")) {
      spec.putObject("securityContext");
    }
    if (absent(spec, "priority")) {
      spec.put("priority", 0);
    }
    text(spec, "preemptionPolicy", "PreemptLowerPriority");
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : spec.path(list)) {
        if (container instanceof ObjectNode object) {
          container(object);
        }
      }
    }
  }

  private static void container(ObjectNode container) {
    String image = container.path("image").asString("");
    boolean latest = image.indexOf(':') < 0 || image.endsWith(":latest");
    text(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
    text(container, "terminationMessagePath", "/dev/termination-log");
    text(container, "terminationMessagePolicy", "File");
    if (absent(container, "resources")) {
      container.putObject("resources");
    }
    ObjectNode resources = (ObjectNode) container.get("resources");
    JsonNode limits = resources.path("limits");
    if (!limits.isEmpty()) {
      ObjectNode requests =
          resources.get("requests") instanceof ObjectNode present
              ? present
              : resources.putObject("requests");
      limits
          .properties()
          .forEach(
              limit -> {
                if (!requests.has(limit.getKey())) {
                  requests.set(limit.getKey(), limit.getValue());
                }
              });
    }
    for (JsonNode port : container.path("ports")) {
      text((ObjectNode) port, "protocol", "TCP");
    }
  }

  /** Returns Guaranteed, Burstable or BestEffort, by cpu and memory of all containers. */
  static String qualityOfService(JsonNode spec) {
    boolean none = true;
    boolean guaranteed = true;
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : spec.path(list)) {
        JsonNode requests = container.path("resources").path("requests");
        JsonNode limits = container.path("resources").path("limits");
        for (String resource : COMPUTE) {
          none &= !requests.has(resource) && !limits.has(resource);
          guaranteed &=
              limits.has(resource) && limits.path(resource).equals(requests.path(resource));
        }
      }
    }
    if (none) {
      return "BestEffort";
    }
    return guaranteed ? "Guaranteed" : "Burstable";
  }

  private static boolean absent(ObjectNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull();
  }

  private static void text(ObjectNode node, String field, String value) {
    if (node.path(field).asString("").isEmpty()) {
      node.put(field, value);
    }
  }
}
