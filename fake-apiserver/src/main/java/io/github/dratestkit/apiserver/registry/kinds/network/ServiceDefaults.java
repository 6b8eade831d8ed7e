package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a service gets where nothing is said (SetDefaults_Service, core/v1/defaults.go, 1.37). */
final class ServiceDefaults {

  private static final int AFFINITY_SECONDS = 10_800;

  private ServiceDefaults() {}

  static void apply(ObjectNode object) {
    ObjectNode spec = Absent.object(object, "spec");
    Field read = Field.of(spec, new ArrayList<>());
    affinity(spec, read);
    Absent.text(spec, "type", "ClusterIP");
    for (JsonNode port : spec.path("ports")) {
      port((ObjectNode) port);
    }
    if (ServiceTraits.isExternallyAccessible(read)) {
      Absent.text(spec, "externalTrafficPolicy", "Cluster");
    }
    if (ServiceTraits.hasNodePorts(read) || ServiceTraits.is(read, "ClusterIP")) {
      Absent.textIfAbsent(spec, "internalTrafficPolicy", "Cluster");
    }
    if (ServiceTraits.is(read, ServiceTraits.LOAD_BALANCER)) {
      Absent.flag(spec, "allocateLoadBalancerNodePorts", true);
      for (JsonNode address : object.path("status").path("loadBalancer").path("ingress")) {
        if (!address.path("ip").asString("").isEmpty()) {
          Absent.textIfAbsent((ObjectNode) address, "ipMode", "VIP");
        }
      }
    }
  }

  private static void affinity(ObjectNode spec, Field read) {
    Absent.text(spec, "sessionAffinity", "None");
    switch (spec.path("sessionAffinity").asString("")) {
      case "None" -> spec.remove("sessionAffinityConfig");
      case "ClientIP" -> {
        if (!read.at("sessionAffinityConfig", "clientIP").has("timeoutSeconds")) {
          spec.putObject("sessionAffinityConfig")
              .putObject("clientIP")
              .put("timeoutSeconds", AFFINITY_SECONDS);
        }
      }
      default -> {}
    }
  }

  private static void port(ObjectNode port) {
    Absent.text(port, "protocol", "TCP");
    JsonNode target = port.path("targetPort");
    boolean unset =
        target.isMissingNode()
            || target.isNull()
            || (target.isNumber() && target.asInt() == 0)
            || (target.isString() && target.asString().isEmpty());
    if (unset) {
      port.put("targetPort", port.path("port").asInt(0));
    }
  }
}
