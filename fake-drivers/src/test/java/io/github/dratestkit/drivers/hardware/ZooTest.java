package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ZooTest {

  @Test
  void every_file_is_listed() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/hardware"))) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(file -> file.endsWith(".yaml"))
                  .map(file -> file.replace(".yaml", "")))
          .containsExactlyInAnyOrderElementsOf(Hardware.list());
    }
  }

  static List<String> models() {
    return Hardware.list();
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_model_keeps_the_limits_of_slices(String model) {
    for (ResourceSlice slice : Hardware.named(model).slices("n1")) {
      List<Device> devices = slice.getSpec().getDevices();
      boolean advanced =
          devices.stream().anyMatch(device -> !device.getConsumesCounters().isEmpty());
      assertThat(devices).hasSizeLessThanOrEqualTo(advanced ? 64 : 128);
      assertThat(slice.getSpec().getSharedCounters()).hasSizeLessThanOrEqualTo(8);
      assertThat(slice.getSpec().getSharedCounters())
          .allSatisfy(set -> assertThat(set.getCounters()).hasSizeLessThanOrEqualTo(32));
      assertThat(devices.isEmpty() || slice.getSpec().getSharedCounters().isEmpty()).isTrue();
      assertThat(devices).allSatisfy(ZooTest::keepsTheLimits);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_model_has_distinct_names_and_known_counters(String model) {
    Set<String> names = new HashSet<>();
    Map<String, Set<String>> counters = new HashMap<>();
    for (ResourceSlice slice : Hardware.named(model).slices("n1")) {
      slice
          .getSpec()
          .getSharedCounters()
          .forEach(set -> counters.put(set.getName(), set.getCounters().keySet()));
    }
    for (ResourceSlice slice : Hardware.named(model).slices("n1")) {
      for (Device device : slice.getSpec().getDevices()) {
        assertThat(names.add(device.getName())).as(device.getName()).isTrue();
        for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
          assertThat(counters.get(consumption.getCounterSet()))
              .containsAll(consumption.getCounters().keySet());
        }
      }
    }
    assertThat(names).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_model_names_its_classes_and_says_what_it_is(String model) {
    assertThat(Hardware.named(model).deviceClasses()).isNotEmpty();
    assertThat(Hardware.named(model).title()).isNotBlank().doesNotContain("null");
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_model_is_the_same_each_time(String model) {
    assertThat(Hardware.named(model).slices("n1")).isEqualTo(Hardware.named(model).slices("n1"));
  }

  @Test
  void a_gpu_has_the_attributes_of_its_driver() {
    Device device =
        Hardware.named("h100-80gb", 1).slices("n1").get(0).getSpec().getDevices().get(0);
    assertThat(device.getName()).isEqualTo("gpu-0");
    assertThat(device.getAttributes().get("architecture").getString()).isEqualTo("Hopper");
    assertThat(device.getAttributes().get("cudaComputeCapability").getVersion()).isEqualTo("9.0.0");
    assertThat(device.getAttributes().get("resource.kubernetes.io/pcieRoot").getString())
        .isEqualTo("pci0000:44");
    assertThat(device.getAttributes().get("resource.kubernetes.io/numaNode").getInt()).isZero();
    assertThat(device.getCapacity().get("memory").getValue()).hasToString("81559Mi");
  }

  @Test
  void uuids_differ_between_nodes() {
    assertThat(uuid("n1")).startsWith("GPU-").isNotEqualTo(uuid("n2"));
  }

  @Test
  void partitions_of_a_hopper_gpu_are_twenty_six_devices_with_the_whole_one_first() {
    List<ResourceSlice> slices = Hardware.named("h100-80gb-mig", 2).slices("n1");
    assertThat(slices).hasSize(3);
    assertThat(slices.get(0).getSpec().getSharedCounters()).hasSize(2);
    List<Device> devices = slices.get(1).getSpec().getDevices();
    assertThat(devices).hasSize(26);
    assertThat(devices.get(0).getName()).isEqualTo("gpu-0");
    assertThat(devices.get(1).getName()).isEqualTo("gpu-0-mig-1g10gb-19-0");
    assertThat(devices.stream().mapToInt(ZooTest::consumed).sum()).isEqualTo(238);
  }

  @Test
  void an_ampere_gpu_offers_its_partitions_only() {
    assertThat(Hardware.named("a100-40gb-mig", 1).slices("n1").get(1).getSpec().getDevices())
        .hasSize(25)
        .noneMatch(device -> device.getName().equals("gpu-0"));
  }

  @Test
  void a_torus_spans_sixteen_nodes_and_offers_every_aligned_box() {
    Hardware torus = Hardware.named("tpu-v5p-4x4x4");
    assertThat(torus.nodes("pod")).hasSize(16).startsWith("pod-0").endsWith("pod-15");
    Offer offer = torus.offers("pod").get(0);
    assertThat(offer.isOnNode()).isFalse();
    List<Device> devices = offer.pools().get(0).devices();
    assertThat(devices).hasSize(64 + 16 + 8 + 4 + 2 + 1);
    assertThat(devices.stream().mapToInt(ZooTest::consumed).sum()).isEqualTo(6 * 64);
    Device last = devices.get(devices.size() - 1);
    assertThat(last.getName()).isEqualTo("tpu-4x4x4-000");
    assertThat(hosts(last)).hasSize(16);
    assertThat(hosts(devices.get(0))).containsExactly("pod-0");
    assertThat(last.getAttributes().get("wrap").getString()).isEqualTo("xyz");
  }

  @Test
  void a_torus_of_eight_cubes_offers_boxes_within_and_of_cubes() {
    Hardware torus = Hardware.named("tpu-v5p-8x8x8");
    assertThat(torus.nodes("pod")).hasSize(128);
    List<Device> devices = torus.offers("pod").get(0).pools().get(0).devices();
    assertThat(devices).hasSize(512 + 128 + 64 + 32 + 16 + 8 + 4 + 2 + 1);
    Map<String, Integer> taken = new HashMap<>();
    devices.forEach(
        device ->
            taken.merge(
                device.getAttributes().get("topology").getString(),
                device.getConsumesCounters().stream()
                    .filter(consumption -> consumption.getCounterSet().equals("cubes"))
                    .flatMap(consumption -> consumption.getCounters().values().stream())
                    .mapToInt(counter -> Integer.parseInt(counter.getValue().getAmount()))
                    .sum(),
                Integer::sum));
    assertThat(taken).hasSize(9).allSatisfy((shape, chips) -> assertThat(chips).isEqualTo(512));
    Device half = devices.get(devices.size() - 2);
    assertThat(half.getName()).isEqualTo("tpu-4x8x8-400");
    assertThat(hosts(half)).hasSize(64).startsWith("pod-2", "pod-3", "pod-6");
    assertThat(half.getAttributes().get("twisted").getBool()).isTrue();
  }

  @Test
  void neuron_devices_and_their_adapters_share_groups() {
    assertThat(group("trn2", "neurondevice5"))
        .isEqualTo(group("efa-trn2", "pci-0000-57-00-0"))
        .isNotEqualTo(group("efa-trn2", "pci-0000-c9-00-0"));
  }

  @Test
  void an_unknown_model_is_answered_with_those_there_are() {
    assertThatThrownBy(() -> Hardware.named("h100"))
        .hasMessageStartingWith("there is no hardware \"h100\"; there is a100-40gb, ");
  }

  @Test
  void a_number_that_no_machine_has_is_refused() {
    assertThatThrownBy(() -> Hardware.named("h100-80gb-mig", 9))
        .hasMessage("hardware \"h100-80gb-mig\" comes in numbers from 1 to 8, not 9");
  }

  @Test
  void hardware_is_written_with_its_number() {
    assertThat(Hardware.parse("t4:3").slices("n1").get(0).getSpec().getDevices()).hasSize(3);
    assertThatThrownBy(() -> Hardware.parse("t4:many")).hasMessageContaining("NAME:COUNT");
  }

  private static void keepsTheLimits(Device device) {
    int attributes = device.getAttributes() == null ? 0 : device.getAttributes().size();
    int capacities = device.getCapacity() == null ? 0 : device.getCapacity().size();
    assertThat(attributes + capacities).isLessThanOrEqualTo(32);
    assertThat(device.getName()).matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    assertThat(device.getConsumesCounters()).hasSizeLessThanOrEqualTo(2);
    assertThat(device.getConsumesCounters())
        .allSatisfy(set -> assertThat(set.getCounters()).hasSizeLessThanOrEqualTo(32));
  }

  private static int consumed(Device device) {
    return device.getConsumesCounters().stream().mapToInt(set -> set.getCounters().size()).sum();
  }

  private static List<String> hosts(Device device) {
    return device
        .getNodeSelector()
        .getNodeSelectorTerms()
        .get(0)
        .getMatchExpressions()
        .get(0)
        .getValues();
  }

  private static String uuid(String node) {
    return Hardware.named("h100-80gb", 1)
        .slices(node)
        .get(0)
        .getSpec()
        .getDevices()
        .get(0)
        .getAttributes()
        .get("uuid")
        .getString();
  }

  private static String group(String model, String device) {
    return Hardware.named(model).slices("n1").stream()
        .flatMap(slice -> slice.getSpec().getDevices().stream())
        .filter(candidate -> candidate.getName().equals(device))
        .findFirst()
        .orElseThrow()
        .getAttributes()
        .get("resource.aws.com/devicegroup4_id")
        .getString();
  }
}
