package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;

/** What the type of a service, and what else it says, mean (pkg/api/service/util.go, 1.37). */
final class ServiceTraits {

  static final String EXTERNAL_NAME = "ExternalName";
  static final String LOAD_BALANCER = "LoadBalancer";
  static final String NODE_PORT = "NodePort";
  static final String NO_ADDRESS = "None";

  private ServiceTraits() {}

  static boolean is(Field spec, String type) {
    return spec.at("type").text().equals(type);
  }

  static boolean hasNodePorts(Field spec) {
    return is(spec, NODE_PORT) || is(spec, LOAD_BALANCER);
  }

  /** Says whether ports of nodes are to be found for a service. */
  static boolean wantsNodePorts(Field spec) {
    Field allocates = spec.at("allocateLoadBalancerNodePorts");
    return is(spec, NODE_PORT)
        || (is(spec, LOAD_BALANCER) && (!allocates.isSet() || allocates.flag()));
  }

  static boolean isExternallyAccessible(Field spec) {
    return hasNodePorts(spec) || (is(spec, "ClusterIP") && !spec.at("externalIPs").isEmpty());
  }

  static boolean needsHealthCheck(Field spec) {
    return is(spec, LOAD_BALANCER) && spec.at("externalTrafficPolicy").text().equals("Local");
  }

  static boolean isHeadless(Field spec) {
    return spec.at("clusterIPs").texts().equals(List.of(NO_ADDRESS));
  }

  /** Says whether a service has no address and no pods of its own. */
  static boolean isBare(Field spec) {
    return spec.at("clusterIP").text().equals(NO_ADDRESS) && spec.at("selector").isEmpty();
  }

  static boolean isSingleStack(Field spec) {
    return spec.at("ipFamilyPolicy").text().equals("SingleStack");
  }
}
