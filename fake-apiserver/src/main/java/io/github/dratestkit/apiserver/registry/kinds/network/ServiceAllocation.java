package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives services addresses of the cluster and ports of nodes (registry/core/service/storage, 1.37).
 * The cluster knows IPv4 only; what is free is what no stored service has.
 */
final class ServiceAllocation {

  private static final GroupResource SERVICES = new GroupResource("", "services");
  private static final String RANGE = "10.96.";
  private static final int ADDRESSES = 1 << 16;
  private static final int FIRST_OF_SERVICES = 10;
  private static final int FIRST_PORT = 30_000;
  private static final int LAST_PORT = 32_767;
  private static final String FOUR = "IPv4";

  private final ObjectNode spec;
  private final Field read;
  private final Field before;
  private final Set<String> addresses = new HashSet<>();
  private final Set<Long> ports = new HashSet<>();
  private final WriteContext context;

  /** {@code before} is the spec as it is stored; absent for a new service. */
  ServiceAllocation(ObjectNode service, Field before, WriteContext context) {
    this.spec = Absent.object(service, "spec");
    this.read = new Field(spec, "spec", new ArrayList<>());
    this.before = before;
    this.context = context;
    String uid = service.path("metadata").path("uid").asString("");
    for (ObjectNode other : context.all(SERVICES)) {
      if (!other.path("metadata").path("uid").asString("").equals(uid)) {
        taken(other.path("spec"));
      }
    }
  }

  private void taken(JsonNode other) {
    other.path("clusterIPs").forEach(address -> addresses.add(address.asString("")));
    other.path("ports").forEach(port -> ports.add(port.path("nodePort").asLong(0)));
    ports.add(other.path("healthCheckNodePort").asLong(0));
  }

  /** Fills in families, addresses and ports, as far as there is nothing wrong with them. */
  void fill() {
    if (!ServiceTraits.is(read, ServiceTraits.EXTERNAL_NAME)) {
      policy();
      List<FieldError> found = new ArrayList<>();
      ServiceAddresses.check(new Field(spec, "spec", found), before);
      if (!found.isEmpty()) {
        return;
      }
      families();
      address();
    }
    if (ServiceTraits.hasNodePorts(read)) {
      nodePorts();
    }
    if (ServiceTraits.needsHealthCheck(read)) {
      if (read.at("healthCheckNodePort").number() == 0) {
        spec.put("healthCheckNodePort", freePort());
      }
    }
  }

  private void policy() {
    if (!Absent.is(spec, "ipFamilyPolicy")) {
      return;
    }
    if (before.has("ipFamilyPolicy")) {
      spec.set("ipFamilyPolicy", before.at("ipFamilyPolicy").value());
    } else {
      spec.put("ipFamilyPolicy", ServiceTraits.isBare(read) ? "RequireDualStack" : "SingleStack");
    }
  }

  private void families() {
    boolean both = ServiceTraits.isBare(read) && !ServiceTraits.isSingleStack(read);
    if (read.at("ipFamilies").isEmpty()) {
      spec.putArray("ipFamilies").add(FOUR);
    }
    if (both && read.at("ipFamilies").value().size() == 1) {
      boolean four = read.at("ipFamilies").texts().contains(FOUR);
      spec.withArray("ipFamilies").add(four ? "IPv6" : FOUR);
    }
  }

  private void address() {
    if (!read.at("clusterIP").isEmpty() || !read.at("clusterIPs").isEmpty()) {
      return;
    }
    String address = freeAddress();
    spec.put("clusterIP", address);
    spec.putArray("clusterIPs").add(address);
  }

  private String freeAddress() {
    for (int i = FIRST_OF_SERVICES; i < ADDRESSES - 1; i++) {
      String address = RANGE + (i >> Byte.SIZE) + "." + (i & 0xff);
      if (!addresses.contains(address)) {
        return address;
      }
    }
    throw new IllegalStateException("all addresses of services are used");
  }

  // One number of a service has one port of nodes, whatever the protocol.
  private void nodePorts() {
    for (JsonNode item : spec.path("ports")) {
      ObjectNode port = (ObjectNode) item;
      if (port.path("nodePort").asLong(0) != 0 || !ServiceTraits.wantsNodePorts(read)) {
        continue;
      }
      long requested = 0;
      for (JsonNode other : spec.path("ports")) {
        boolean same = other.path("port").asLong(0) == port.path("port").asLong(0);
        if (same) {
          requested = Math.max(requested, other.path("nodePort").asLong(0));
        }
      }
      port.put("nodePort", requested == 0 ? freePort() : requested);
    }
  }

  private long freePort() {
    for (long port = FIRST_PORT; port <= LAST_PORT; port++) {
      boolean own = false;
      for (Field other : read.at("ports").items()) {
        own |= other.at("nodePort").number() == port;
      }
      if (!own && ports.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException("all ports of nodes are used");
  }

  /** Tells what cannot be given; nothing else is looked at then. */
  void check(Field service) {
    Field wanted = service.at("spec");
    if (!ServiceTraits.is(wanted, ServiceTraits.EXTERNAL_NAME)) {
      ServiceAddresses.check(wanted, before);
      if (!service.errors().isEmpty()) {
        return;
      }
      stacks(wanted);
      given(wanted);
    }
    if (service.errors().isEmpty() && ServiceTraits.hasNodePorts(wanted)) {
      portsOfNodes(wanted);
    }
  }

  private static void stacks(Field wanted) {
    Field policy = wanted.at("ipFamilyPolicy");
    if (ServiceTraits.isSingleStack(wanted)) {
      for (String list : List.of("clusterIPs", "ipFamilies")) {
        if (wanted.at(list).value().size() == 2) {
          policy.invalid("must be 'RequireDualStack' or 'PreferDualStack' for both families");
        }
      }
    }
    if (ServiceTraits.isBare(wanted) || !policy.errors().isEmpty()) {
      return;
    }
    if (policy.text().equals("RequireDualStack")) {
      policy.invalid("this cluster is not configured for dual-stack services");
    }
    for (Field family : wanted.at("ipFamilies").items()) {
      if (!family.text().equals(FOUR)) {
        family.invalid("not configured on this cluster");
      }
    }
  }

  private void given(Field wanted) {
    Field all = wanted.at("clusterIPs");
    for (Field address : all.items()) {
      boolean kept = before.at("clusterIPs").texts().contains(address.text());
      if (kept || address.text().equals(ServiceTraits.NO_ADDRESS) || !all.errors().isEmpty()) {
        continue;
      }
      if (!address.text().startsWith(RANGE)) {
        all.invalid("the provided network address is not in the range " + RANGE + "0.0/16");
      } else if (addresses.contains(address.text()) && !context.dryRun()) {
        all.invalid("provided IP is already allocated");
      }
    }
  }

  private void portsOfNodes(Field wanted) {
    Set<Long> kept = new HashSet<>();
    before.at("ports").items().forEach(port -> kept.add(port.at("nodePort").number()));
    Set<String> own = new HashSet<>();
    for (Field port : wanted.at("ports").items()) {
      Field node = port.at("nodePort");
      boolean again = node.number() != 0 && !own.add(port.at("protocol").text() + node.number());
      if (again && before.has("type")) {
        throw StatusErrors.internalWithoutReason("duplicate nodePort: " + node.number());
      }
      if (node.number() == 0 || kept.contains(node.number()) || !node.errors().isEmpty()) {
        continue;
      }
      boolean outside = node.number() < FIRST_PORT || node.number() > LAST_PORT;
      if (outside && !context.dryRun()) {
        node.invalid("provided port is not in the valid range, 30000-32767");
      } else if (ports.contains(node.number())) {
        node.invalid("provided port is already allocated");
      }
    }
  }
}
