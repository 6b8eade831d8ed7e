package io.github.dratestkit.allocator.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumptionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A row of hosts whose chips are given out in boxes of one, two or four hosts side by side. */
class BoxGangTest {

  private static final int HOSTS = 4;

  private static List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      nodes.add(
          new NodeBuilder()
              .withNewMetadata()
              .withName("host-" + host)
              .addToLabels("host", String.valueOf(host))
              .endMetadata()
              .build());
    }
    return nodes;
  }

  private static NodeSelector hosts(int first, int count) {
    List<String> values = new ArrayList<>();
    for (int host = first; host < first + count; host++) {
      values.add(String.valueOf(host));
    }
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey("host")
        .withOperator("In")
        .withValues(values)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .build();
  }

  private static Snapshot snapshot() {
    CounterSetBuilder counters = new CounterSetBuilder().withName("hosts");
    List<Device> devices = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      counters.addToCounters("host-" + host, new Counter(new Quantity("1")));
    }
    for (int size = 1; size <= HOSTS; size *= 2) {
      for (int first = 0; first < HOSTS; first += size) {
        DeviceBuilder device =
            new DeviceBuilder()
                .withName("box-" + size + "-" + first)
                .withNodeSelector(hosts(first, size))
                .addToCapacity(
                    "hosts",
                    new DeviceCapacityBuilder()
                        .withValue(new Quantity(String.valueOf(size)))
                        .build());
        DeviceCounterConsumptionBuilder takes =
            new DeviceCounterConsumptionBuilder().withCounterSet("hosts");
        for (int host = first; host < first + size; host++) {
          takes.addToCounters("host-" + host, new Counter(new Quantity("1")));
        }
        devices.add(device.withConsumesCounters(takes.build()).build());
      }
    }
    return Snapshot.builder(EnumSet.of(AllocatorFeature.PartitionableDevices))
        .slices(
            List.of(
                slice("0").editSpec().withSharedCounters(counters.build()).endSpec().build(),
                slice("1").editSpec().withDevices(devices).endSpec().build()))
        .deviceClasses(
            List.of(
                new DeviceClassBuilder()
                    .withNewMetadata()
                    .withName("box")
                    .endMetadata()
                    .withNewSpec()
                    .endSpec()
                    .build()))
        .build();
  }

  private static ResourceSliceBuilder slice(String name) {
    ResourceSlice slice =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withDriver("box.example.com")
            .withPerDeviceNodeSelection(true)
            .withNewPool(1L, "row", 2L)
            .endSpec()
            .build();
    return new ResourceSliceBuilder(slice);
  }

  private static ResourceClaim claim(String name, int size) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("box")
        .withNewExactly()
        .withDeviceClassName("box")
        .withAllocationMode("ExactCount")
        .withCount(1L)
        .addNewSelector()
        .withNewCel(
            "device.capacity[\"box.example.com\"].hosts.compareTo(quantity(\"%d\")) == 0"
                .formatted(size))
        .endSelector()
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }

  private static GangOutcome place(int... sizes) {
    List<Gang.Member> members = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      members.add(new Gang.Member("pod-" + i, List.of(claim("claim-" + i, sizes[i]))));
    }
    return new GangSearch(snapshot(), Gang.Room.UNLIMITED)
        .place(new Gang(members, List.of(), sizes.length, Optional.empty()), nodes(), 100_000);
  }

  @Test
  void a_small_box_is_not_put_where_it_costs_the_only_large_one() {
    assertThat(place(1, 2, 1)).isInstanceOf(GangOutcome.Placed.class);
    assertThat(place(2, 1, 1)).isInstanceOf(GangOutcome.Placed.class);
  }

  @Test
  void random_gangs_are_placed_exactly_when_their_boxes_lie_side_by_side() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int[] sizes = new int[2 + random.nextInt(3)];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = 1 << random.nextInt(3);
      }
      assertThat(place(sizes) instanceof GangOutcome.Placed)
          .as("boxes of %s", Arrays.toString(sizes))
          .isEqualTo(fits(sizes, 0, 0));
    }
  }

  /** Tries every place of every box. */
  private static boolean fits(int[] sizes, int next, int taken) {
    if (next == sizes.length) {
      return true;
    }
    for (int first = 0; first < HOSTS; first += sizes[next]) {
      int box = ((1 << sizes[next]) - 1) << first;
      if ((taken & box) == 0 && fits(sizes, next + 1, taken | box)) {
        return true;
      }
    }
    return false;
  }
}
