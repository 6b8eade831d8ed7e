package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumptionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Nodes with one shape are searched once; whatever a search sees must make another shape. */
class ShapeTest {

  private static final PoolId POOL = new PoolId("gpu.example.com", "node-1");

  private static Map<String, Counter> counters(String name, String amount) {
    return Map.of(name, new CounterBuilder().withValue(new Quantity(amount)).build());
  }

  private static DeviceBuilder partition() {
    return new DeviceBuilder()
        .withName("gpu-0")
        .withCapacity(capacity("memory", "40Gi"))
        .withConsumesCounters(
            new DeviceCounterConsumptionBuilder()
                .withCounterSet("gpu")
                .withCounters(counters("slots", "2"))
                .withCompatibilityGroups("mig")
                .build())
        .withTaints(
            new DeviceTaintBuilder()
                .withKey("broken")
                .withValue("yes")
                .withEffect("NoSchedule")
                .build());
  }

  private static Map<String, io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity> capacity(
      String name, String amount) {
    return Map.of(name, new DeviceCapacityBuilder().withValue(new Quantity(amount)).build());
  }

  private static CompiledSlice slice(
      Consumer<DeviceBuilder> changeDevice, Consumer<ResourceSliceSpecBuilder> changeSlice) {
    DeviceBuilder device = partition();
    changeDevice.accept(device);
    ResourceSliceSpecBuilder spec =
        new ResourceSliceSpecBuilder()
            .withDriver(POOL.driver())
            .withNodeName("node-1")
            .withNewPool()
            .withName(POOL.pool())
            .endPool()
            .withDevices(device.build());
    changeSlice.accept(spec);
    return new CompiledSlice(
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName("slice")
            .endMetadata()
            .withSpec(spec.build())
            .build());
  }

  private static Fingerprint shape(Pool... pools) {
    return new NodeInventory(List.of(pools)).shape();
  }

  private static Pool pool(CounterSetModel set, CompiledSlice... slices) {
    return new Pool.Usable(POOL, List.of(slices), List.of(), Map.of(set.name(), set));
  }

  private static CounterSetModel set(String name, String counter, String amount) {
    return CounterSetModel.of(
        new CounterSetBuilder().withName(name).withCounters(counters(counter, amount)).build());
  }

  private static final CounterSetModel SLOTS = set("gpu", "slots", "7");

  private static Fingerprint ofDevice(Consumer<DeviceBuilder> change) {
    return shape(pool(SLOTS, slice(change, spec -> {})));
  }

  private static Fingerprint ofSlice(Consumer<ResourceSliceSpecBuilder> change) {
    return shape(pool(SLOTS, slice(device -> {}, change)));
  }

  private static Consumer<DeviceBuilder> drawing(String set, String counter, String amount) {
    return device ->
        device
            .editFirstConsumesCounter()
            .withCounterSet(set)
            .withCounters(counters(counter, amount))
            .endConsumesCounter();
  }

  private static Consumer<DeviceBuilder> tainted(String key, String value, String effect) {
    return device ->
        device.editFirstTaint().withKey(key).withValue(value).withEffect(effect).endTaint();
  }

  @Test
  void names_and_attributes_make_no_difference_to_the_shape() {
    Fingerprint usual = ofDevice(device -> {});
    assertThat(usual).isNotNull().isEqualTo(ofDevice(device -> {}));
    assertThat(ofDevice(device -> device.withName("gpu-9"))).isEqualTo(usual);
    assertThat(
            ofDevice(
                device ->
                    device.addToAttributes(
                        "model", new DeviceAttributeBuilder().withString("a").build())))
        .isEqualTo(usual);
    assertThat(ofSlice(spec -> spec.withNodeName("node-2"))).isEqualTo(usual);
    assertThat(
            ofDevice(
                device ->
                    device.addNewTaint().withKey("note").withEffect("PreferNoSchedule").endTaint()))
        .as("a taint that keeps nobody away")
        .isEqualTo(usual);
  }

  @Test
  void whatever_else_a_search_sees_makes_another_shape() {
    List<Fingerprint> shapes = new ArrayList<>();
    CompiledSlice usual = slice(device -> {}, spec -> {});
    shapes.add(shape());
    shapes.add(shape(pool(SLOTS, usual)));
    shapes.add(shape(pool(SLOTS, usual), pool(SLOTS, usual)));
    shapes.add(shape(pool(SLOTS, usual, usual)));
    shapes.add(shape(pool(SLOTS)));
    shapes.add(shape(pool(set("nic", "slots", "7"), usual)));
    shapes.add(shape(pool(set("gpu", "lanes", "7"), usual)));
    shapes.add(shape(pool(set("gpu", "slots", "8"), usual)));
    shapes.add(shape(new Pool.Invalid(POOL, "twice")));
    shapes.add(shape(new Pool.Incomplete(POOL, 1, 1, 2)));
    shapes.add(ofSlice(spec -> spec.withNodeName(null).withAllNodes(true)));
    shapes.add(
        ofSlice(
            spec ->
                spec.withNodeSelector(
                    new NodeSelectorBuilder()
                        .addNewNodeSelectorTerm()
                        .endNodeSelectorTerm()
                        .build())));
    shapes.add(ofSlice(spec -> spec.withSkipNodeOperations("NodePrepareResources")));
    shapes.add(ofSlice(spec -> spec.addToDevices(partition().build())));
    shapes.add(ofDevice(device -> device.withAllowMultipleAllocations(true)));
    shapes.add(ofDevice(device -> device.withBindingConditions("attached")));
    shapes.add(ofDevice(device -> device.withBindsToNode(true)));
    shapes.add(ofDevice(device -> device.withCapacity(Map.of())));
    shapes.add(ofDevice(device -> device.withCapacity(capacity("memory", "80Gi"))));
    shapes.add(ofDevice(device -> device.withCapacity(capacity("cores", "40Gi"))));
    shapes.add(ofDevice(device -> device.withConsumesCounters()));
    shapes.add(ofDevice(drawing("nic", "slots", "2")));
    shapes.add(ofDevice(drawing("gpu", "lanes", "2")));
    shapes.add(ofDevice(drawing("gpu", "slots", "3")));
    shapes.add(
        ofDevice(
            device ->
                device
                    .editFirstConsumesCounter()
                    .withCompatibilityGroups("mps")
                    .endConsumesCounter()));
    shapes.add(ofDevice(device -> device.withTaints()));
    shapes.add(ofDevice(tainted("slow", "yes", "NoSchedule")));
    shapes.add(ofDevice(tainted("broken", "no", "NoSchedule")));
    shapes.add(ofDevice(tainted("broken", "yes", "NoExecute")));
    assertThat(shapes).doesNotContainNull();
    Set<Fingerprint> different = new LinkedHashSet<>(shapes);
    assertThat(different).hasSameSizeAs(shapes);
  }

  @Test
  void where_more_than_the_inventory_matters_there_is_no_shape() {
    assertThat(ofSlice(spec -> spec.withNodeName(null).withPerDeviceNodeSelection(true))).isNull();
    CompiledSlice usual = slice(device -> {}, spec -> {});
    Pool divided =
        new Pool.Usable(POOL, List.of(usual), List.of(usual), Map.of(SLOTS.name(), SLOTS));
    assertThat(shape(divided)).isNull();
    assertThat(shape(new Pool.Invalid(POOL, "twice"), divided)).isNull();
  }
}
