package io.github.dratestkit.controlplane.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExtendedRequestsTest {

  private static final String GPU = "example.com/gpu";

  @Test
  void a_request_is_numbered_among_all_resources_of_its_container() {
    ExtendedRequests requests =
        new ExtendedRequests(pod(List.of(), List.of(container("c", 2))), Map.of(GPU, "gpu"));

    assertThat(namesAndCounts(requests)).containsExactly("container-0-request-1 x2");
    assertThat(mappings(requests)).containsExactly("c -> container-0-request-1");
  }

  @Test
  void an_init_container_uses_what_later_ones_ask_for() {
    ExtendedRequests requests =
        new ExtendedRequests(
            pod(List.of(container("init", 1)), List.of(container("c", 2))), Map.of(GPU, "gpu"));

    assertThat(namesAndCounts(requests)).containsExactly("container-1-request-1 x2");
    assertThat(mappings(requests))
        .containsExactly("c -> container-1-request-1", "init -> container-1-request-1");
  }

  @Test
  void of_what_init_containers_need_beyond_that_the_largest_counts_for_all() {
    ExtendedRequests requests =
        new ExtendedRequests(
            pod(List.of(container("a", 2), container("b", 4)), List.of(container("c", 1))),
            Map.of(GPU, "gpu"));

    assertThat(namesAndCounts(requests))
        .containsExactly("container-1-request-1 x3", "container-2-request-1 x1");
    assertThat(mappings(requests))
        .containsExactly(
            "c -> container-2-request-1",
            "a -> container-2-request-1",
            "a -> container-1-request-1",
            "b -> container-2-request-1",
            "b -> container-1-request-1");
  }

  private static List<String> namesAndCounts(ExtendedRequests requests) {
    return requests.requests().stream()
        .map(request -> request.getName() + " x" + request.getExactly().getCount())
        .toList();
  }

  private static List<String> mappings(ExtendedRequests requests) {
    return requests.mappings().stream()
        .map(mapping -> mapping.getContainerName() + " -> " + mapping.getRequestName())
        .toList();
  }

  private static Container container(String name, int gpus) {
    Map<String, Quantity> requests = new LinkedHashMap<>();
    requests.put(GPU, new Quantity(String.valueOf(gpus)));
    requests.put("cpu", new Quantity("10m"));
    return new ContainerBuilder()
        .withName(name)
        .withNewResources()
        .withRequests(requests)
        .endResources()
        .build();
  }

  private static Pod pod(List<Container> initContainers, List<Container> containers) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .endMetadata()
        .withNewSpec()
        .withInitContainers(initContainers)
        .withContainers(containers)
        .endSpec()
        .build();
  }
}
