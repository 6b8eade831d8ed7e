package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A large cluster: every node publishes its own devices, nodes come in a hundred shapes, and each
 * device has attributes that no other has.
 */
public final class Fleet {

  static final String DRIVER = "gpu.example.com";

  private static final int SHAPES = 100;
  private static final Set<AllocatorFeature> FEATURES =
      EnumSet.of(
          AllocatorFeature.AdminAccess,
          AllocatorFeature.ConsumableCapacity,
          AllocatorFeature.DeviceBindingAndStatus,
          AllocatorFeature.DeviceTaints,
          AllocatorFeature.PartitionableDevices,
          AllocatorFeature.PrioritizedList);

  private final int perNode;
  private final List<Node> nodes = new ArrayList<>();
  private final List<ResourceSlice> slices = new ArrayList<>();

  Fleet(int nodes, int perNode) {
    this.perNode = perNode;
    for (int i = 0; i < nodes; i++) {
      this.nodes.add(
          new NodeBuilder()
              .withNewMetadata()
              .withName("node-" + i)
              .addToLabels("kubernetes.io/hostname", "node-" + i)
              .endMetadata()
              .build());
      slices.add(slice(i, 1));
    }
  }

  List<Node> nodes() {
    return nodes;
  }

  List<ResourceSlice> slices() {
    return slices;
  }

  Snapshot snapshot() {
    return Snapshot.builder(FEATURES).slices(slices).deviceClasses(List.of(deviceClass())).build();
  }

  /** Returns the slice of a node in one of its versions. */
  ResourceSlice slice(int node, int version) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < perNode; i++) {
      devices.add(device(node, i, version));
    }
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName("node-" + node + "-gpus")
        .withUid("uid-" + node)
        .withResourceVersion(String.valueOf(version))
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName("node-" + node)
        .withNewPool()
        .withName("node-" + node)
        .withGeneration((long) version)
        .withResourceSliceCount(1L)
        .endPool()
        .withDevices(devices)
        .endSpec()
        .build();
  }

  /** The shape decides the model, how much memory there is, which are healthy, and NUMA nodes. */
  private static Device device(int node, int number, int version) {
    int shape = node % SHAPES;
    return new DeviceBuilder()
        .withName("gpu-" + number)
        .addToAttributes("uuid", text("GPU-" + node + "-" + number + "-" + version))
        .addToAttributes("model", text(shape % 4 == 0 ? "a100" : "h100"))
        .addToAttributes("numa", text("numa-" + (shape / 4 % 3 == 0 ? 0 : number % 2)))
        .addToAttributes("healthy", text(shape / 12 > number ? "no" : "yes"))
        .addToCapacity(
            "memory",
            new DeviceCapacityBuilder().withValue(new Quantity(40 + shape + "Gi")).build())
        .build();
  }

  private static DeviceAttribute text(String value) {
    return new DeviceAttributeBuilder().withString(value).build();
  }

  private static DeviceClass deviceClass() {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName("gpu")
        .endMetadata()
        .withNewSpec()
        .addNewSelector()
        .withNewCel(
            "device.driver == \"" + DRIVER + "\" && " + attribute("healthy") + " == \"yes\"")
        .endSelector()
        .endSpec()
        .build();
  }

  static String attribute(String name) {
    return "device.attributes[\"" + DRIVER + "\"]." + name;
  }

  /** Returns a claim for so many devices of the class, with these selectors of its own. */
  static ResourceClaim claim(int count, String... selectors) {
    List<DeviceSelector> own = new ArrayList<>();
    for (String selector : selectors) {
      own.add(new DeviceSelectorBuilder().withNewCel(selector).build());
    }
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("claim")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("gpus")
        .withNewExactly()
        .withDeviceClassName("gpu")
        .withAllocationMode("ExactCount")
        .withCount((long) count)
        .withSelectors(own)
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }

  /** Returns the same for devices that have one value of an attribute. */
  static ResourceClaim claimOnOne(String attribute, int count) {
    return new ResourceClaimBuilder(claim(count))
        .editSpec()
        .editDevices()
        .addNewConstraint()
        .withMatchAttribute(DRIVER + "/" + attribute)
        .endConstraint()
        .endDevices()
        .endSpec()
        .build();
  }
}
