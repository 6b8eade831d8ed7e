package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with a service (validateService, pkg/apis/core/validation, 1.37). */
final class ServiceValidation {

  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> AFFINITIES = List.of("ClientIP", "None");
  private static final List<String> TRAFFIC = List.of("Cluster", "Local");
  private static final List<String> DISTRIBUTIONS =
      List.of("PreferClose", "PreferSameZone", "PreferSameNode");
  private static final String RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";
  private static final long LONGEST_AFFINITY = 86_400;

  private ServiceValidation() {}

  /** Checks a service; {@code before} is its spec as it is stored. */
  static void check(Field service, Field before) {
    Field spec = service.at("spec");
    type(spec);
    ports(spec);
    spec.errors()
        .addAll(MetadataRules.labels(spec.at("selector").value(), spec.path() + ".selector"));
    affinity(spec);
    ServiceAddresses.check(spec, before);
    for (Field address : spec.at("externalIPs").items()) {
      int faults = address.errors().size();
      Addresses.address(address, before.at("externalIPs").texts());
      if (address.errors().size() == faults) {
        Addresses.endpoint(address);
      }
    }
    spec.at("type").requiredOneOf(TYPES);
    uniquePorts(spec);
    balancer(service, before);
    traffic(spec);
  }

  private static void type(Field spec) {
    boolean headless = ServiceTraits.isHeadless(spec);
    boolean named = ServiceTraits.is(spec, ServiceTraits.EXTERNAL_NAME);
    if (!headless && !named) {
      spec.at("ports").isThere();
    }
    if (headless && ServiceTraits.hasNodePorts(spec)) {
      spec.at("clusterIPs").item(0).invalid("may not be set to 'None' for this type of service");
    }
    if (!named) {
      return;
    }
    for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
      if (!spec.at(field).isEmpty()) {
        spec.at(field).forbidden("may not be set for ExternalName services");
      }
    }
    Field name = spec.at("externalName");
    String text = name.text();
    if (text.isEmpty() || text.equals(".")) {
      name.required("");
    } else {
      String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(bare));
    }
  }

  private static void ports(Field spec) {
    Set<String> names = new HashSet<>();
    List<Field> ports = spec.at("ports").items();
    for (Field port : ports) {
      Field name = port.at("name");
      if (!name.isEmpty()) {
        Formats.dnsLabel(name);
        if (!names.add(name.text())) {
          name.duplicate();
        }
      } else if (ports.size() > 1) {
        name.required("");
      }
      Formats.portNumber(port.at("port"));
      port.at("protocol").requiredOneOf(PROTOCOLS);
      Formats.port(port.at("targetPort"));
      if (port.has("appProtocol")) {
        Formats.qualifiedName(port.at("appProtocol"));
      }
    }
  }

  private static void affinity(Field spec) {
    Field affinity = spec.at("sessionAffinity");
    affinity.requiredOneOf(AFFINITIES);
    Field config = spec.at("sessionAffinityConfig");
    if (affinity.text().equals("None") && config.isSet()) {
      config.forbidden("must not be set when session affinity is None");
    }
    if (affinity.text().equals("ClientIP")) {
      Field seconds = config.at("clientIP", "timeoutSeconds");
      if (seconds.number() <= 0 || seconds.number() > LONGEST_AFFINITY) {
        seconds.invalid("must be greater than 0 and less than " + LONGEST_AFFINITY);
      }
    }
  }

  private static void uniquePorts(Field spec) {
    Set<String> nodePorts = new HashSet<>();
    Set<String> ports = new HashSet<>();
    for (Field port : spec.at("ports").items()) {
      Field node = port.at("nodePort");
      if (node.number() != 0) {
        if (ServiceTraits.is(spec, "ClusterIP")) {
          node.forbidden("may not be used when `type` is 'ClusterIP'");
        }
        if (!nodePorts.add(port.at("protocol").text() + node.number())) {
          node.duplicate();
        }
      }
      if (!ports.add(port.at("protocol").text() + port.at("port").number())) {
        port.duplicate();
      }
    }
  }

  private static void balancer(Field service, Field before) {
    Field spec = service.at("spec");
    boolean balanced = ServiceTraits.is(spec, ServiceTraits.LOAD_BALANCER);
    String only = "may only be used when `type` is 'LoadBalancer'";
    Field ranges = spec.at("loadBalancerSourceRanges").named("spec.LoadBalancerSourceRanges");
    Field annotation = service.at("metadata", "annotations").key(RANGES);
    if (!ranges.isEmpty()) {
      if (!balanced) {
        ranges.forbidden(only);
      }
      List<String> known =
          before.at("loadBalancerSourceRanges").texts().stream().map(String::strip).toList();
      ranges.items().forEach(range -> Addresses.range(range, known));
    } else if (annotation.isSet()) {
      if (!balanced) {
        annotation.forbidden(only);
      }
      for (String range : annotation.text().isBlank() ? new String[0] : split(annotation)) {
        if (!Addresses.isRange(range.strip())) {
          annotation.invalid("must be ranges of addresses with commas between them");
        }
      }
    }
    Field allocates = spec.at("allocateLoadBalancerNodePorts");
    if (allocates.isSet() && !balanced) {
      allocates.forbidden(only);
    }
    Field chosen = spec.at("loadBalancerClass");
    if (chosen.isSet() && balanced) {
      Formats.qualifiedName(chosen);
    } else if (chosen.isSet()) {
      chosen.forbidden(only);
    }
  }

  private static String[] split(Field annotation) {
    return annotation.text().split(",", -1);
  }

  private static void traffic(Field spec) {
    Field external = spec.at("externalTrafficPolicy");
    if (ServiceTraits.isExternallyAccessible(spec)) {
      external.requiredOneOf(TRAFFIC);
    } else if (!external.isEmpty()) {
      external.invalid("may only be set for externally-accessible services");
    }
    Field check = spec.at("healthCheckNodePort");
    if (ServiceTraits.needsHealthCheck(spec)) {
      if (check.number() == 0) {
        check.required("");
      } else {
        Formats.portNumber(check);
      }
    } else if (check.number() != 0) {
      check.invalid("only for 'LoadBalancer' with `externalTrafficPolicy` 'Local'");
    }
    spec.at("internalTrafficPolicy").oneOfIfSet(TRAFFIC);
    spec.at("trafficDistribution").oneOfIfSet(DISTRIBUTIONS);
  }

  static void checkUpdate(Field service, Field old) {
    Field spec = service.at("spec");
    Field before = old.at("spec");
    ServiceAddresses.checkUpdate(spec, before);
    boolean balanced =
        ServiceTraits.is(spec, ServiceTraits.LOAD_BALANCER)
            && ServiceTraits.is(before, ServiceTraits.LOAD_BALANCER);
    if (balanced) {
      Field chosen = spec.at("loadBalancerClass");
      if (!chosen.value().equals(before.at("loadBalancerClass").value())) {
        chosen.invalid("may not change once set");
      }
    }
    boolean checked =
        ServiceTraits.needsHealthCheck(spec) && ServiceTraits.needsHealthCheck(before);
    Field check = spec.at("healthCheckNodePort");
    if (checked && check.number() != before.at("healthCheckNodePort").number()) {
      check.forbidden("field is immutable");
    }
  }

  static void checkStatus(Field service, Field old) {
    Field addresses = service.at("status", "loadBalancer").at("ingress");
    if (!ServiceTraits.is(service.at("spec"), ServiceTraits.LOAD_BALANCER)) {
      if (!addresses.isEmpty()) {
        addresses.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
      }
      return;
    }
    List<String> before =
        old.at("status", "loadBalancer").at("ingress").items().stream()
            .map(address -> address.at("ip").text())
            .toList();
    for (Field address : addresses.items()) {
      Field mode = address.at("ipMode");
      boolean numbered = !address.at("ip").isEmpty();
      if (numbered) {
        Addresses.address(address.at("ip"), before);
      }
      if (!mode.isSet() && numbered) {
        mode.required("must be specified when `ip` is set");
      } else if (mode.isSet() && !numbered) {
        mode.forbidden("may not be specified when `ip` is not set");
      } else {
        mode.oneOfIfSet(List.of("Proxy", "VIP"));
      }
      Hosts.name(address.at("hostname"));
    }
  }
}
