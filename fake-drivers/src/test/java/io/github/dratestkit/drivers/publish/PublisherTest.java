package io.github.dratestkit.drivers.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.drivers.testing.InMemoryApi;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublisherTest {

  private final InMemoryApi api = new InMemoryApi();
  private Publisher publisher;

  @BeforeEach
  void node() {
    api.create(new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build());
    publisher = Publisher.onNode(api, "gpu.example.com", "n1");
    api.log().clear();
  }

  @Test
  void first_publication_ends_with_generation_one_and_is_owned_by_the_node() {
    publisher.publish(List.of(pool(2)));
    ResourceSlice slice = slices().get(0);
    assertThat(slice.getMetadata().getGenerateName()).isEqualTo("00000-gpu.example.com-n1-");
    assertThat(slice.getSpec().getNodeName()).isEqualTo("n1");
    assertThat(slice.getSpec().getPool().getGeneration()).isEqualTo(1);
    assertThat(slice.getSpec().getPool().getResourceSliceCount()).isEqualTo(1);
    assertThat(slice.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getController()).isTrue())
        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("Node"));
  }

  @Test
  void a_second_publication_of_the_same_writes_nothing() {
    publisher.publish(List.of(pool(2)));
    api.log().clear();
    publisher.publish(List.of(pool(2)));
    assertThat(api.log()).isEmpty();
  }

  @Test
  void a_change_of_one_slice_keeps_the_generation() {
    publisher.publish(List.of(pool(200)));
    publisher.publish(List.of(pool(199)));
    assertThat(generations()).containsExactly(1L, 1L);
  }

  @Test
  void a_change_of_two_slices_raises_the_generation_of_all() {
    publisher.publish(List.of(pool(300)));
    Pool changed =
        pool(300)
            .withEachDevice(
                device ->
                    device.getName().equals("gpu-000") || device.getName().equals("gpu-299")
                        ? new DeviceBuilder(device).withAllowMultipleAllocations(true).build()
                        : device);
    publisher.publish(List.of(changed));
    assertThat(generations()).containsExactly(2L, 2L, 2L);
  }

  @Test
  void a_new_slice_raises_the_generation_and_is_created_last() {
    publisher.publish(List.of(pool(128)));
    api.log().clear();
    publisher.publish(List.of(pool(129)));
    assertThat(api.log()).hasSize(2);
    assertThat(api.log().get(0)).startsWith("update ResourceSlice 00000-");
    assertThat(api.log().get(1)).startsWith("create ResourceSlice 00001-");
    assertThat(generations()).containsExactly(2L, 2L);
  }

  @Test
  void a_slice_that_is_too_many_is_deleted_first() {
    publisher.publish(List.of(pool(129)));
    api.log().clear();
    publisher.publish(List.of(pool(128)));
    assertThat(api.log().get(0)).startsWith("delete ResourceSlice 00001-");
    assertThat(api.log().get(1)).startsWith("update ResourceSlice 00000-");
    assertThat(generations()).containsExactly(1L);
  }

  @Test
  void a_driver_may_ask_for_a_higher_generation() {
    publisher.publish(List.of(pool(1)));
    publisher.publish(List.of(pool(1).withGeneration(7)));
    assertThat(generations()).containsExactly(7L);
    publisher.publish(List.of(pool(1).withGeneration(3)));
    assertThat(generations()).containsExactly(7L);
  }

  @Test
  void another_order_of_devices_is_a_change() {
    publisher.publish(List.of(pool(2)));
    api.log().clear();
    List<Device> reversed = List.of(pool(2).devices().get(1), pool(2).devices().get(0));
    publisher.publish(List.of(Pool.ofNode("n1", List.of(SliceContent.ofDevices(reversed)))));
    assertThat(api.log()).hasSize(1);
    assertThat(generations()).containsExactly(1L);
  }

  @Test
  void a_pool_that_is_no_longer_wanted_goes() {
    publisher.publish(List.of(pool(1)));
    publisher.publish(List.of());
    assertThat(slices()).isEmpty();
  }

  @Test
  void whoever_stops_in_the_middle_leaves_generations_mixed() {
    publisher.publish(List.of(pool(200)));
    Publication publication = publisher.begin(List.of(pool(200).withGeneration(2)));
    publication.step();
    assertThat(generations()).containsExactly(2L, 1L);
    assertThat(publication.remaining()).hasSize(1);
  }

  @Test
  void a_device_given_twice_stops_all_pools() {
    Pool twice =
        Pool.ofNode("n1", List.of(SliceContent.ofDevices(List.of(device("a"), device("a")))));
    assertThatThrownBy(() -> publisher.publish(List.of(pool(1), twice)))
        .isInstanceOf(InvalidPoolException.class)
        .hasMessage("found duplicate device \"a\" in pool \"n1\"");
    assertThat(api.log()).isEmpty();
  }

  @Test
  void a_counter_that_no_set_has_stops_all_pools() {
    Device device =
        new DeviceBuilder(device("a"))
            .addNewConsumesCounter()
            .withCounterSet("set")
            .withCounters(Map.of("gone", new Counter(new Quantity("1"))))
            .endConsumesCounter()
            .build();
    SliceContent counters =
        SliceContent.ofCounters(
            List.of(
                new CounterSetBuilder()
                    .withName("set")
                    .withCounters(Map.of("memory", new Counter(new Quantity("1"))))
                    .build()));
    Pool pool = Pool.ofNode("n1", List.of(counters, SliceContent.ofDevices(List.of(device))));
    assertThatThrownBy(() -> publisher.publish(List.of(pool)))
        .hasMessage("counter \"gone\" referenced by device \"a\" not found in counter set \"set\"");
  }

  @Test
  void the_time_of_a_taint_is_the_servers() {
    Device tainted =
        new DeviceBuilder(device("a"))
            .withTaints(
                new DeviceTaintBuilder()
                    .withKey("example.com/sick")
                    .withEffect("NoSchedule")
                    .build())
            .build();
    Pool pool = Pool.ofNode("n1", List.of(SliceContent.ofDevices(List.of(tainted))));
    publisher.publish(List.of(pool));
    ResourceSlice stored = slices().get(0);
    stored.getSpec().getDevices().get(0).getTaints().get(0).setTimeAdded("2026-11-30T10:00:00Z");
    api.update(stored);
    api.log().clear();
    publisher.publish(List.of(pool));
    assertThat(api.log()).isEmpty();
  }

  @Test
  void a_slice_that_the_server_refuses_leaves_those_before_it() {
    publisher.publish(List.of(pool(1)));
    api.refuseCreates(new ApiException(422, "Invalid", "no"));
    assertThatThrownBy(() -> publisher.publish(List.of(pool(200))))
        .isInstanceOf(ApiException.class);
    assertThat(generations()).containsExactly(2L);
  }

  @Test
  void devices_with_taints_are_cut_at_sixty_four() {
    Pool tainted =
        Pool.ofNode(
            "n1",
            List.of(
                SliceContent.ofDevices(
                    pool(70)
                        .withEachDevice(
                            device ->
                                new DeviceBuilder(device)
                                    .withTaints(
                                        new DeviceTaintBuilder()
                                            .withKey("a/b")
                                            .withEffect("NoSchedule")
                                            .build())
                                    .build())
                        .devices())));
    assertThat(tainted.slices()).extracting(slice -> slice.devices().size()).containsExactly(64, 6);
  }

  @Test
  void a_pool_can_be_spread_over_more_slices_than_it_needs() {
    assertThat(pool(8).spreadOver(2).slices())
        .extracting(slice -> slice.devices().size())
        .containsExactly(4, 4);
    assertThatThrownBy(() -> pool(2).spreadOver(3)).hasMessageContaining("cannot be spread");
  }

  private List<ResourceSlice> slices() {
    return publisher.published();
  }

  private List<Long> generations() {
    return slices().stream().map(slice -> slice.getSpec().getPool().getGeneration()).toList();
  }

  private static Pool pool(int devices) {
    return Pool.ofNode(
        "n1",
        List.of(
            SliceContent.ofDevices(
                IntStream.range(0, devices)
                    .mapToObj(index -> device("gpu-%03d".formatted(index)))
                    .toList())));
  }

  private static Device device(String name) {
    return new DeviceBuilder().withName(name).build();
  }
}
