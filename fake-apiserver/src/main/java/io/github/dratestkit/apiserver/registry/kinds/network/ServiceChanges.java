package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a change of a service leaves as it was given, and what goes with the former type
 * (patchAllocatedValues and dropTypeDependentFields, registry/core/service, 1.37).
 */
final class ServiceChanges {

  private ServiceChanges() {}

  /** Takes over what was given before, where the change does not say otherwise. */
  static void keep(ObjectNode spec, JsonNode old) {
    Field now = Field.of(spec, new ArrayList<>());
    Field before = Field.of(old, new ArrayList<>());
    boolean addressed = !ServiceTraits.is(now, ServiceTraits.EXTERNAL_NAME);
    boolean wasAddressed = !ServiceTraits.is(before, ServiceTraits.EXTERNAL_NAME);
    if (addressed && wasAddressed) {
      boolean single = now.at("clusterIP").isEmpty();
      boolean many = now.at("clusterIPs").isEmpty();
      boolean same = now.at("clusterIP").text().equals(before.at("clusterIP").text());
      if (single && before.has("clusterIP")) {
        spec.set("clusterIP", before.at("clusterIP").value());
      }
      if (many && before.has("clusterIPs")) {
        spec.set("clusterIPs", before.at("clusterIPs").value().deepCopy());
      }
      boolean unchanged = now.at("clusterIPs").value().equals(before.at("clusterIPs").value());
      if (!single && !same && unchanged) {
        spec.putArray("clusterIPs").add(spec.path("clusterIP").asString(""));
      }
    }
    if (ServiceTraits.wantsNodePorts(now) && ServiceTraits.wantsNodePorts(before)) {
      keepPorts(spec, now, before);
    }
    if (ServiceTraits.needsHealthCheck(now)
        && ServiceTraits.needsHealthCheck(before)
        && now.at("healthCheckNodePort").number() == 0) {
      spec.set("healthCheckNodePort", before.at("healthCheckNodePort").value());
    }
  }

  private static void keepPorts(ObjectNode spec, Field now, Field before) {
    Set<Long> used = new HashSet<>();
    now.at("ports").items().forEach(port -> used.add(port.at("nodePort").number()));
    for (JsonNode port : spec.path("ports")) {
      if (port.path("nodePort").asLong(0) != 0) {
        continue;
      }
      for (Field old : before.at("ports").items()) {
        boolean same = old.at("name").text().equals(port.path("name").asString(""));
        if (same && !used.contains(old.at("nodePort").number())) {
          ((ObjectNode) port).set("nodePort", old.at("nodePort").value());
        }
      }
    }
  }

  /** Drops what only the former type of the service has, if the change leaves it as it was. */
  static void dropOfFormerType(ObjectNode spec, JsonNode old) {
    Field now = Field.of(spec, new ArrayList<>());
    Field before = Field.of(old, new ArrayList<>());
    boolean named = ServiceTraits.is(now, ServiceTraits.EXTERNAL_NAME);
    if (named && !ServiceTraits.is(before, ServiceTraits.EXTERNAL_NAME)) {
      if (same(now, before, "clusterIP") && same(now, before, "clusterIPs")) {
        spec.remove(List.of("clusterIP", "clusterIPs"));
      }
      dropIfSame(spec, now, before, "ipFamilies");
      dropIfSame(spec, now, before, "ipFamilyPolicy");
    }
    if (ServiceTraits.hasNodePorts(before) && !ServiceTraits.hasNodePorts(now)) {
      dropNodePorts(spec, before);
    }
    if (ServiceTraits.needsHealthCheck(before) && !ServiceTraits.needsHealthCheck(now)) {
      dropIfSame(spec, now, before, "healthCheckNodePort");
    }
    boolean balanced = ServiceTraits.is(before, ServiceTraits.LOAD_BALANCER);
    if (balanced && !ServiceTraits.is(now, ServiceTraits.LOAD_BALANCER)) {
      dropIfSame(spec, now, before, "allocateLoadBalancerNodePorts");
      dropIfSame(spec, now, before, "loadBalancerClass");
    }
    if (ServiceTraits.isExternallyAccessible(before)
        && !ServiceTraits.isExternallyAccessible(now)) {
      dropIfSame(spec, now, before, "externalTrafficPolicy");
    }
  }

  private static void dropNodePorts(ObjectNode spec, Field before) {
    Set<Long> old = new HashSet<>();
    before.at("ports").items().forEach(port -> old.add(port.at("nodePort").number()));
    old.add(0L);
    if (spec.get("ports") instanceof ArrayNode list) {
      for (JsonNode port : list) {
        if (!old.contains(port.path("nodePort").asLong(0))) {
          return;
        }
      }
      list.forEach(port -> ((ObjectNode) port).remove("nodePort"));
    }
  }

  private static boolean same(Field now, Field before, String field) {
    return now.at(field).value().equals(before.at(field).value());
  }

  private static void dropIfSame(ObjectNode spec, Field now, Field before, String field) {
    if (same(now, before, field)) {
      spec.remove(field);
    }
  }
}
