package io.github.dratestkit.drivers.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.drivers.ClaimReference;
import io.github.dratestkit.drivers.Driver;
import io.github.dratestkit.drivers.DriverException;
import io.github.dratestkit.drivers.DriverHost;
import io.github.dratestkit.drivers.PreparedDevice;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.testing.Laboratory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubeletTest {

  private static final String CLASS = "gpu.nvidia.com";

  private Laboratory laboratory;

  @BeforeEach
  void start() {
    laboratory = new Laboratory("h100-80gb", 2);
    laboratory.claim("training", CLASS);
  }

  @AfterEach
  void close() {
    laboratory.close();
  }

  @Test
  void a_node_is_registered_and_ready_with_its_capacity() {
    Node node = laboratory.api().writes().get(Node.class, "", "n1").orElseThrow();
    assertThat(node.getStatus().getAllocatable()).containsKeys("cpu", "memory", "pods");
    assertThat(node.getStatus().getConditions())
        .anyMatch(
            condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
    assertThat(node.getMetadata().getLabels()).containsEntry("kubernetes.io/hostname", "n1");
  }

  @Test
  void a_driver_registers_and_publishes() {
    assertThat(laboratory.kubelet().hasDriver(CLASS)).isTrue();
    assertThat(laboratory.host().isRegistered()).isTrue();
    assertThat(laboratory.host().problem()).isEmpty();
    assertThat(laboratory.host().dropped()).isEmpty();
    assertThat(laboratory.slices()).hasSize(1);
  }

  @Test
  void a_claim_is_prepared_before_its_pod_runs() {
    run("job");
    assertThat(laboratory.calls()).containsExactly("PREPARE default/training");
    Pod pod = laboratory.find("job").orElseThrow();
    List<String> ids = laboratory.kubelet().cdiDevices(pod, "main").orElseThrow();
    assertThat(laboratory.cdi().resolve(ids).environment())
        .contains("DRA_GPU_NVIDIA_COM_0=n1/gpu-0", "GPU_DEVICE_0=gpu-0");
    assertThat(pod.getStatus().getContainerStatuses().get(0).getReady()).isTrue();
  }

  @Test
  void a_container_writes_its_devices_where_kubectl_logs_reads_them() {
    run("job");

    assertThat(laboratory.log("job", ""))
        .contains(
            "declare -x GPU_DEVICE_0=\"gpu-0\"\n",
            "declare -x GPU_DEVICE_0_SHARING_STRATEGY=\"TimeSlicing\"\n",
            "device /dev/dra/gpu.nvidia.com/gpu-0\n");
    assertThat(laboratory.log("job", "?container=main&tailLines=1"))
        .isEqualTo("device /dev/dra/gpu.nvidia.com/gpu-0\n");
  }

  @Test
  void a_claim_is_unprepared_before_its_pod_goes() {
    run("job");
    laboratory.delete("job");
    laboratory.settle();
    assertThat(laboratory.find("job")).isEmpty();
    assertThat(laboratory.calls())
        .containsExactly("PREPARE default/training", "UNPREPARE default/training");
    assertThat(laboratory.claim("training").getStatus().getAllocation()).isNull();
  }

  @Test
  void a_shared_claim_is_prepared_once_and_unprepared_after_the_last_pod() {
    run("first");
    run("second");
    laboratory.delete("first");
    laboratory.settle();
    assertThat(laboratory.calls()).containsExactly("PREPARE default/training");
    laboratory.delete("second");
    laboratory.settle();
    assertThat(laboratory.calls())
        .containsExactly("PREPARE default/training", "UNPREPARE default/training");
  }

  @Test
  void a_pod_whose_containers_end_releases_its_claim_first() {
    laboratory.pod("job", "training", Map.of(RunPlan.RUN_FOR, "30s", RunPlan.EXIT_CODE, "3"));
    laboratory.settle();
    assertThat(laboratory.phase("job")).isEqualTo("Running");
    laboratory.advance(Duration.ofSeconds(31));
    assertThat(laboratory.phase("job")).isEqualTo("Failed");
    assertThat(laboratory.calls())
        .containsExactly("PREPARE default/training", "UNPREPARE default/training");
  }

  @Test
  void a_driver_that_cannot_prepare_keeps_the_pod_from_starting_until_it_can() {
    laboratory.stopDriver();
    Broken broken = new Broken(laboratory.simulatedDriver());
    laboratory.startDriver(broken);
    laboratory.settle();
    laboratory.pod("job", "training", Map.of());
    laboratory.settle();
    assertThat(laboratory.phase("job")).isEqualTo("Pending");
    assertThat(warnings())
        .contains(
            "Failed to prepare dynamic resources: prepare dynamic resources: NodePrepareResources failed for ResourceClaim training: out of order");
    broken.repaired = true;
    laboratory.advance(PodWorkers.RETRY.plusSeconds(1));
    assertThat(laboratory.phase("job")).isEqualTo("Running");
  }

  @Test
  void a_kubelet_that_comes_back_knows_what_it_had_prepared() {
    run("job");
    laboratory.stopKubelet();
    laboratory.startKubelet();
    laboratory.settle();
    assertThat(laboratory.phase("job")).isEqualTo("Running");
    Pod pod = laboratory.find("job").orElseThrow();
    assertThat(laboratory.kubelet().cdiDevices(pod, "main").orElseThrow()).hasSize(1);
    assertThat(laboratory.calls()).containsExactly("PREPARE default/training");
  }

  @Test
  void a_kubelet_that_starts_wipes_the_slices_of_its_node_and_drivers_publish_again() {
    laboratory.stopKubelet();
    laboratory.startKubelet();
    laboratory.settle();
    assertThat(laboratory.slices()).isEmpty();
    laboratory.advance(DriverHost.REPAIR_DELAY.plusSeconds(1));
    assertThat(laboratory.slices()).hasSize(1);
  }

  @Test
  void a_pod_deleted_while_the_kubelet_was_away_is_unprepared() {
    run("job");
    laboratory.stopKubelet();
    laboratory.delete("job");
    laboratory.settle();
    assertThat(laboratory.find("job")).isPresent();
    laboratory.startKubelet();
    laboratory.settle();
    assertThat(laboratory.find("job")).isEmpty();
    assertThat(laboratory.calls())
        .containsExactly("PREPARE default/training", "UNPREPARE default/training");
  }

  @Test
  void a_pod_that_was_forced_away_meanwhile_is_unprepared_too() {
    run("job");
    laboratory.stopKubelet();
    laboratory
        .api()
        .writes()
        .delete(
            Pod.class,
            "default",
            "job",
            new DeleteOptionsBuilder().withGracePeriodSeconds(0L).build());
    laboratory.settle();
    laboratory.startKubelet();
    laboratory.settle();
    assertThat(laboratory.calls())
        .containsExactly("PREPARE default/training", "UNPREPARE default/training");
  }

  @Test
  void slices_are_wiped_half_a_minute_after_a_driver_has_vanished() {
    laboratory.stopDriver();
    laboratory.settle();
    assertThat(laboratory.kubelet().hasDriver(CLASS)).isFalse();
    laboratory.advance(Duration.ofSeconds(29));
    assertThat(laboratory.slices()).hasSize(1);
    laboratory.advance(Duration.ofSeconds(2));
    assertThat(laboratory.slices()).isEmpty();
    laboratory.startDriver(laboratory.simulatedDriver());
    laboratory.settle();
  }

  @Test
  void a_driver_that_comes_back_in_time_keeps_its_slices() {
    laboratory.stopDriver();
    laboratory.settle();
    laboratory.advance(Duration.ofSeconds(20));
    laboratory.startDriver(laboratory.simulatedDriver());
    laboratory.settle();
    laboratory.advance(Duration.ofSeconds(60));
    assertThat(laboratory.slices()).hasSize(1);
  }

  @Test
  void a_pod_waits_for_a_driver_that_is_not_registered() {
    laboratory.stopDriver();
    laboratory.pod("job", "training", Map.of());
    laboratory.settle();
    assertThat(laboratory.phase("job")).isEqualTo("Pending");
    assertThat(warnings())
        .anyMatch(message -> message.endsWith("DRA driver gpu.nvidia.com is not registered"));
    laboratory.startDriver(laboratory.simulatedDriver());
    laboratory.advance(Duration.ofSeconds(11));
    assertThat(laboratory.phase("job")).isEqualTo("Running");
  }

  @Test
  void a_path_that_no_socket_can_have_is_named_with_what_to_do() {
    Path deep = laboratory.directory().resolve("x".repeat(120));
    assertThatThrownBy(
            () ->
                DriverHost.start(laboratory.simulatedDriver(), "n1", deep, laboratory.api(), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("and the system allows 107: choose a kubelet directory");
  }

  private List<String> warnings() {
    return laboratory.api().writes().list(Event.class, "default", FeedOptions.ALL).stream()
        .filter(event -> event.getReason().equals("FailedPrepareDynamicResources"))
        .map(Event::getMessage)
        .toList();
  }

  private void run(String pod) {
    laboratory.pod(pod, "training", Map.of());
    laboratory.settle();
    assertThat(laboratory.phase(pod)).isEqualTo("Running");
  }

  private static final class Broken implements Driver {

    private final Driver driver;
    private volatile boolean repaired;

    private Broken(Driver driver) {
      this.driver = driver;
    }

    @Override
    public String name() {
      return driver.name();
    }

    @Override
    public List<Pool> pools() {
      return driver.pools();
    }

    @Override
    public List<PreparedDevice> prepare(ResourceClaim claim) throws DriverException {
      if (!repaired) {
        throw new DriverException("out of order");
      }
      return driver.prepare(claim);
    }

    @Override
    public void unprepare(ClaimReference claim) throws DriverException {
      driver.unprepare(claim);
    }
  }
}
