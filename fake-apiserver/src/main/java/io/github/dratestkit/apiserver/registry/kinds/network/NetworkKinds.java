package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/** Services and what leads to and from pods. */
public final class NetworkKinds {

  private NetworkKinds() {}

  /** Returns the strategies of these kinds by resource. */
  public static Map<GroupResource, Strategy> strategies() {
    return Map.ofEntries(
        Map.entry(new GroupResource("", "services"), new ServiceStrategy()),
        Map.entry(new GroupResource("", "endpoints"), new EndpointsStrategy()),
        Map.entry(
            new GroupResource("discovery.k8s.io", "endpointslices"), new EndpointSliceStrategy()),
        Map.entry(
            new GroupResource("networking.k8s.io", "networkpolicies"), new NetworkPolicyStrategy()),
        Map.entry(
            new GroupResource("networking.k8s.io", "servicecidrs"), new ServiceRangeStrategy()),
        Map.entry(new GroupResource("networking.k8s.io", "ingresses"), new IngressStrategy()),
        Map.entry(
            new GroupResource("networking.k8s.io", "ingressclasses"), new IngressClassStrategy()));
  }
}
