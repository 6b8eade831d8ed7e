package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Turns the extended resources of a pod into requests of one claim, and says which container uses
 * which request. Containers that run on get a request each; an init container first uses the
 * requests of those that come after it, and of what is left the largest counts for all (semantics
 * §7.7).
 */
final class ExtendedRequests {

  private final List<Container> containers = new ArrayList<>();
  private final int initContainers;
  private final List<DeviceRequest> requests = new ArrayList<>();
  private final List<ContainerExtendedResourceRequest> mappings = new ArrayList<>();

  /**
   * Works out the requests.
   *
   * @param classes the class of each resource that devices provide, by resource
   */
  ExtendedRequests(Pod pod, Map<String, String> classes) {
    containers.addAll(pod.getSpec().getInitContainers());
    initContainers = containers.size();
    containers.addAll(pod.getSpec().getContainers());
    new TreeMap<>(classes).forEach(this::addResource);
    requests.sort(Comparator.comparing(DeviceRequest::getName));
  }

  List<DeviceRequest> requests() {
    return requests;
  }

  List<ContainerExtendedResourceRequest> mappings() {
    return mappings;
  }

  private void addResource(String resource, String deviceClass) {
    List<Optional<DeviceRequest>> lasting = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      lasting.add(
          isShortLived(i)
              ? Optional.empty()
              : addContainer(i, resource, deviceClass, List.of(), mappings));
    }
    List<ContainerExtendedResourceRequest> initMappings = new ArrayList<>();
    Set<String> initNames = new HashSet<>();
    Optional<DeviceRequest> largest = Optional.empty();
    for (int i = 0; i < initContainers; i++) {
      if (!isShortLived(i)) {
        continue;
      }
      List<DeviceRequest> reusable =
          lasting.subList(i, lasting.size()).stream().flatMap(Optional::stream).toList();
      Optional<DeviceRequest> rest = addContainer(i, resource, deviceClass, reusable, initMappings);
      rest.ifPresent(request -> initNames.add(request.getName()));
      if (rest.isPresent() && (largest.isEmpty() || count(largest.get()) < count(rest.get()))) {
        largest = rest;
      }
    }
    largest.ifPresent(
        kept -> {
          redirect(initMappings, initNames, kept.getName());
          requests.add(kept);
        });
    lasting.forEach(request -> request.ifPresent(requests::add));
    mappings.addAll(initMappings);
  }

  /** Returns the request that the container needs beyond those that it can reuse. */
  private Optional<DeviceRequest> addContainer(
      int index,
      String resource,
      String deviceClass,
      List<DeviceRequest> reusable,
      List<ContainerExtendedResourceRequest> into) {
    Container container = containers.get(index);
    Map<String, Quantity> asked =
        container.getResources() == null ? null : container.getResources().getRequests();
    if (asked == null || !asked.containsKey(resource)) {
      return Optional.empty();
    }
    long wanted = Amounts.of(asked).get(resource);
    if (wanted == 0) {
      return Optional.empty();
    }
    long covered = 0;
    for (DeviceRequest request : reusable) {
      covered += count(request);
      into.add(mapping(container, resource, request.getName()));
      if (covered >= wanted) {
        return Optional.empty();
      }
    }
    int place = new TreeSet<>(asked.keySet()).headSet(resource).size();
    String name = "container-%d-request-%d".formatted(index, place);
    into.add(mapping(container, resource, name));
    return Optional.of(
        new DeviceRequestBuilder()
            .withName(name)
            .withNewExactly()
            .withDeviceClassName(deviceClass)
            .withAllocationMode("ExactCount")
            .withCount(wanted - covered)
            .endExactly()
            .build());
  }

  private static void redirect(
      List<ContainerExtendedResourceRequest> mappings, Set<String> names, String kept) {
    for (ContainerExtendedResourceRequest mapping : mappings) {
      if (names.contains(mapping.getRequestName())) {
        mapping.setRequestName(kept);
      }
    }
  }

  private boolean isShortLived(int index) {
    return index < initContainers && !PodDemand.isSidecar(containers.get(index));
  }

  private static long count(DeviceRequest request) {
    return request.getExactly().getCount();
  }

  private static ContainerExtendedResourceRequest mapping(
      Container container, String resource, String request) {
    return new ContainerExtendedResourceRequest(container.getName(), request, resource);
  }
}
