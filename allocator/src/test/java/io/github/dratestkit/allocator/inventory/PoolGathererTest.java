package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The pools that a node reaches, their order, and what is remembered of them. */
class PoolGathererTest {

  private static final Set<AllocatorFeature> ALL = EnumSet.allOf(AllocatorFeature.class);
  private static final Node NODE = node("node-1", "a");

  private static Node node(String name, String zone) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("zone", zone)
        .endMetadata()
        .build();
  }

  private static ResourceSliceBuilder slice(String pool, Device... devices) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName("slice-" + pool)
        .endMetadata()
        .withNewSpec()
        .withDriver("gpu.example.com")
        .withNewPool()
        .withName(pool)
        .withResourceSliceCount(1L)
        .endPool()
        .withDevices(devices)
        .endSpec();
  }

  private static ResourceSlice local(String pool, Device... devices) {
    return slice(pool, devices).editSpec().withNodeName("node-1").endSpec().build();
  }

  private static ResourceSlice inZone(String pool, String zone) {
    return slice(pool, device("a"))
        .editSpec()
        .withNodeSelector(
            new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey("zone")
                .withOperator("In")
                .withValues(zone)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .build())
        .endSpec()
        .build();
  }

  private static Device device(String name) {
    return new DeviceBuilder().withName(name).build();
  }

  private static PoolGatherer gatherer(
      Set<AllocatorFeature> features, AllocatorVariant variant, ResourceSlice... slices) {
    return new PoolGatherer(
        SliceIndex.of(List.of(slices)),
        new AllocatorRules(features, variant, Compatibility.UPSTREAM));
  }

  private static PoolGatherer gatherer(ResourceSlice... slices) {
    return gatherer(ALL, AllocatorVariant.INCUBATING, slices);
  }

  private static List<String> pools(PoolGatherer gatherer, Node node) {
    return gatherer.poolsFor(node).stream().map(pool -> pool.id().pool()).toList();
  }

  @Test
  void pools_come_by_name_and_those_with_binding_conditions_last() {
    Device binding = new DeviceBuilder().withName("a").withBindingConditions("attached").build();
    PoolGatherer gatherer =
        gatherer(
            local("c", device("a")),
            local("a", binding, device("b")),
            local("b"),
            local("z", device("a")));
    assertThat(pools(gatherer, NODE)).containsExactly("b", "c", "z", "a");
  }

  @Test
  void what_a_node_reaches_by_its_name_is_found_once_after_the_first_nodes_whatever_its_labels() {
    PoolGatherer gatherer = gatherer(local("a", device("a")));
    assertThat(pools(gatherer, node("node-2", "a"))).isEmpty();
    assertThat(pools(gatherer, node("node-3", "a"))).isEmpty();
    NodeInventory known = gatherer.inventoryOf(NODE);
    assertThat(gatherer.inventoryOf(NODE)).isSameAs(known);
    assertThat(gatherer.inventoryOf(node("node-1", "b"))).isSameAs(known);
  }

  @Test
  void what_a_node_reaches_by_its_labels_is_found_again_when_the_node_changes() {
    PoolGatherer gatherer = gatherer(local("a", device("a")), inZone("zone-a", "a"));
    NodeInventory first = gatherer.inventoryOf(NODE);
    assertThat(gatherer.inventoryOf(NODE)).isSameAs(first);
    assertThat(pools(gatherer, NODE)).containsExactly("a", "zone-a");
    assertThat(pools(gatherer, node("node-1", "b"))).containsExactly("a");
    assertThat(pools(gatherer, node("node-2", "a"))).containsExactly("zone-a");
  }

  @Test
  void a_slice_that_leaves_it_to_its_devices_is_reached_with_one_of_them() {
    ResourceSlice both =
        slice(
                "each",
                new DeviceBuilder().withName("a").withNodeName("node-2").build(),
                new DeviceBuilder().withName("b").withNodeName("node-3").build())
            .editSpec()
            .withPerDeviceNodeSelection(true)
            .endSpec()
            .build();
    PoolGatherer gatherer = gatherer(both);
    assertThat(pools(gatherer, NODE)).isEmpty();
    assertThat(pools(gatherer, node("node-3", "a"))).containsExactly("each");
    assertThat(pools(gatherer(slice("nowhere", device("a")).build()), NODE)).isEmpty();
    Set<AllocatorFeature> off =
        EnumSet.complementOf(EnumSet.of(AllocatorFeature.PartitionableDevices));
    assertThat(pools(gatherer(off, AllocatorVariant.INCUBATING, both), node("node-3", "a")))
        .as("a field of a feature that is off")
        .isEmpty();
  }

  @Test
  void only_the_stable_implementation_sees_the_counters_of_other_nodes() {
    ResourceSlice elsewhere =
        slice("far")
            .editSpec()
            .withNodeName("node-2")
            .addNewSharedCounter()
            .withName("gpu")
            .withCounters(
                Map.of("slots", new CounterBuilder().withValue(new Quantity("7")).build()))
            .endSharedCounter()
            .endSpec()
            .build();
    ResourceSlice here = local("here", device("a"));
    ResourceSlice zone = inZone("zone-a", "a");
    assertThat(pools(gatherer(elsewhere, here, zone), NODE)).containsExactly("here", "zone-a");
    assertThat(pools(gatherer(ALL, AllocatorVariant.STABLE, elsewhere, here, zone), NODE))
        .containsExactly("far", "here", "zone-a");
    ResourceSlice other = local("other", device("a"));
    assertThat(pools(gatherer(ALL, AllocatorVariant.STABLE, elsewhere, here, other), NODE))
        .containsExactly("far", "here", "other");
  }
}
