package io.github.dratestkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.common.PodConditions;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scheduler in process, where it needs no devices. */
class SchedulingTest {

  private final VirtualTimers timers = new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z"));
  private final FakeApiServer server =
      FakeApiServer.start(
          ClusterConfig.builder(KubernetesVersion.LATEST).timers(timers).seed(1).build());
  private final Writes writes = ApiAccess.of(server.handler()).writes();
  private final Stepper stepper =
      new Stepper(
          ControlPlane.loops(
              ApiAccess.of(server.handler()), server.features(), timers, ControlPlane.names()),
          timers,
          1);

  @AfterEach
  void stop() {
    stepper.close();
    server.close();
  }

  @Test
  void a_pod_waits_for_a_node_and_goes_when_there_is_one() {
    writes.create(pod("p", "1"));
    stepper.settle();
    assertThat(messageOf("p")).isEqualTo("no nodes available to schedule pods");

    writes.create(node("n"));
    stepper.advance(Duration.ofSeconds(10));

    assertThat(nodeOf("p")).isEqualTo("n");
  }

  @Test
  void a_pod_that_never_fits_is_told_so_and_that_preemption_does_not_help() {
    writes.create(node("n"));
    writes.create(pod("p", "8"));

    stepper.settle();

    assertThat(messageOf("p"))
        .isEqualTo(
            "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                + " 1 Preemption is not helpful for scheduling.");
  }

  @Test
  void a_pod_that_others_of_its_priority_keep_out_finds_no_victims() {
    writes.create(node("n"));
    writes.create(pod("first", "3"));
    stepper.settle();
    writes.create(pod("second", "3"));

    stepper.settle();

    assertThat(messageOf("second"))
        .isEqualTo(
            "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                + " 1 No preemption victims found for incoming pod.");
  }

  @Test
  void a_pod_goes_as_soon_as_another_has_gone() {
    writes.create(node("n"));
    writes.create(pod("first", "3"));
    stepper.settle();
    writes.create(pod("second", "3"));
    stepper.settle();

    writes.patch(
        Pod.class,
        "default",
        "first",
        "status",
        new Patch.Merge("{\"status\":{\"phase\":\"Succeeded\"}}"));
    stepper.advance(Duration.ofSeconds(2));

    assertThat(nodeOf("second")).isEqualTo("n");
  }

  @Test
  void pods_go_where_most_is_free() {
    writes.create(node("a"));
    writes.create(node("b"));
    writes.create(pod("first", "2"));
    stepper.settle();
    writes.create(pod("second", "2"));

    stepper.settle();

    assertThat(nodeOf("second")).isNotEqualTo(nodeOf("first"));
  }

  private String messageOf(String name) {
    return PodConditions.find(read(name), "PodScheduled").orElseThrow().getMessage();
  }

  private String nodeOf(String name) {
    return read(name).getSpec().getNodeName();
  }

  private Pod read(String name) {
    return writes.get(Pod.class, "default", name).orElseThrow();
  }

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewStatus()
        .withAllocatable(
            Map.of(
                "cpu",
                new Quantity("4"),
                "memory",
                new Quantity("4Gi"),
                "pods",
                new Quantity("10")))
        .endStatus()
        .build();
  }

  private static Pod pod(String name, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("i")
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }
}
