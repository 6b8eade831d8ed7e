package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks of a node, computed once. Source: {@code component-helpers/resource/helpers.go},
 * 1.37.
 *
 * @param requests what it requests: the larger of all containers together and the largest init
 *     container, over that the resources of the pod itself, and the overhead
 * @param scoredRequests the same with 100m cpu and 200 MB memory for containers that request none;
 *     only scores use it
 * @param hostPorts the ports of the node that it takes
 * @param inOrder the names of what it requests, in the order in which a lack of it is told
 */
record PodDemand(
    Amounts requests, Amounts scoredRequests, List<ContainerPort> hostPorts, List<String> inOrder) {

  private static final List<String> FIRST =
      List.of(Amounts.CPU, Amounts.MEMORY, Amounts.EPHEMERAL_STORAGE);

  private static final Quantity SCORED_CPU = new Quantity("100m");
  private static final Quantity SCORED_MEMORY = new Quantity(String.valueOf(200L * 1024 * 1024));

  static PodDemand of(Pod pod) {
    Amounts requests = requests(pod, PodDemand::requestsOf);
    PodDemand own =
        new PodDemand(
            requests,
            requests(pod, PodDemand::scoredRequestsOf),
            hostPortsOf(pod),
            inOrder(requests));
    return pod.getStatus() == null
            || pod.getStatus().getNodeAllocatableResourceClaimStatuses().isEmpty()
        ? own
        : own.plus(
            NodeAllocatable.amountsOf(
                pod, pod.getStatus().getNodeAllocatableResourceClaimStatuses()));
  }

  /** Returns the same with what devices take from the node. */
  PodDemand plus(Amounts ofDevices) {
    if (ofDevices.isEmpty()) {
      return this;
    }
    Amounts all = requests.plus(ofDevices);
    return new PodDemand(all, scoredRequests.plus(ofDevices), hostPorts, inOrder(all));
  }

  private static List<String> inOrder(Amounts requests) {
    List<String> names = new ArrayList<>(FIRST);
    requests.byName().keySet().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
    names.removeIf(name -> requests.get(name) == 0);
    return List.copyOf(names);
  }

  private interface ContainerRequests {
    Amounts of(Container container);
  }

  private static Amounts requests(Pod pod, ContainerRequests of) {
    Amounts running = Amounts.NONE;
    for (Container container : pod.getSpec().getContainers()) {
      running = running.plus(of.of(container));
    }
    Amounts sidecars = Amounts.NONE;
    Amounts largestInit = Amounts.NONE;
    for (Container container : pod.getSpec().getInitContainers()) {
      Amounts requests = of.of(container);
      if (isSidecar(container)) {
        running = running.plus(requests);
        sidecars = sidecars.plus(requests);
        largestInit = largestInit.max(sidecars);
      } else {
        largestInit = largestInit.max(requests.plus(sidecars));
      }
    }
    Amounts all = running.max(largestInit);
    for (Map.Entry<String, Long> own : podLevel(pod).byName().entrySet()) {
      all = all.with(own.getKey(), own.getValue());
    }
    return all.plus(Amounts.of(pod.getSpec().getOverhead()));
  }

  private static Amounts podLevel(Pod pod) {
    return pod.getSpec().getResources() == null
        ? Amounts.NONE
        : Amounts.of(pod.getSpec().getResources().getRequests());
  }

  private static Amounts requestsOf(Container container) {
    return Amounts.of(quantitiesOf(container));
  }

  private static Amounts scoredRequestsOf(Container container) {
    Map<String, Quantity> quantities = new HashMap<>();
    quantities.put(Amounts.CPU, SCORED_CPU);
    quantities.put(Amounts.MEMORY, SCORED_MEMORY);
    Map<String, Quantity> own = quantitiesOf(container);
    if (own != null) {
      quantities.putAll(own);
    }
    return Amounts.of(quantities);
  }

  private static @Nullable Map<String, Quantity> quantitiesOf(Container container) {
    return container.getResources() == null ? null : container.getResources().getRequests();
  }

  static boolean isSidecar(Container initContainer) {
    return "Always".equals(initContainer.getRestartPolicy());
  }

  private static List<ContainerPort> hostPortsOf(Pod pod) {
    List<ContainerPort> ports = new ArrayList<>();
    for (Container container : pod.getSpec().getContainers()) {
      addHostPorts(container, ports);
    }
    for (Container container : pod.getSpec().getInitContainers()) {
      if (isSidecar(container)) {
        addHostPorts(container, ports);
      }
    }
    return ports;
  }

  private static void addHostPorts(Container container, List<ContainerPort> ports) {
    for (ContainerPort port : container.getPorts()) {
      if (port.getHostPort() != null && port.getHostPort() > 0) {
        ports.add(port);
      }
    }
  }
}
