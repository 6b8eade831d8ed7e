package io.github.dratestkit.drivers.hardware;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Manifests;
import io.github.dratestkit.drivers.publish.Placement;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.SliceContent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hardware as a real cluster has printed it: ResourceSlices of any version, with what the server
 * has set in their metadata, and perhaps the DeviceClasses beside them. Of a pool the newest
 * generation counts.
 */
final class SliceFile implements Hardware {

  private static final String GROUP = "resource.k8s.io";
  private static final Map<String, Class<? extends HasMetadata>> VERSIONS =
      Map.of(
          "v1", ResourceSlice.class,
          "v1beta2", io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceSlice.class,
          "v1beta1", io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceSlice.class);

  private record PoolKey(String driver, String node, String pool) {}

  private final String name;
  private final List<ResourceSlice> slices;
  private final List<DeviceClass> classes;

  private SliceFile(String name, List<ResourceSlice> slices, List<DeviceClass> classes) {
    this.name = name;
    this.slices = slices;
    this.classes = classes;
  }

  static SliceFile read(Path file) {
    List<ResourceSlice> slices = new ArrayList<>();
    List<DeviceClass> classes = new ArrayList<>();
    for (Manifest manifest : Manifests.read(file)) {
      switch (manifest.kind().kind()) {
        case "ResourceSlice" -> slices.add(slice(manifest));
        case "DeviceClass" -> classes.add(deviceClass(manifest));
        default ->
            throw manifest.fault(
                "kind",
                "unknown kind \"%s\"; ResourceSlice or DeviceClass is expected"
                    .formatted(manifest.kind().kind()));
      }
    }
    return new SliceFile(file.toString(), slices, classes);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return "%d slices from %s".formatted(slices.size(), name);
  }

  @Override
  public List<DeviceClass> deviceClasses() {
    return List.copyOf(classes);
  }

  /** Returns the nodes that the slices name; the place does not matter. */
  @Override
  public List<String> nodes(String place) {
    Set<String> nodes = new LinkedHashSet<>();
    for (ResourceSlice slice : slices) {
      addNode(slice.getSpec().getNodeName(), nodes);
      slice.getSpec().getDevices().forEach(device -> addNode(device.getNodeName(), nodes));
    }
    return List.copyOf(nodes);
  }

  @Override
  public List<Offer> offers(String place) {
    Map<PoolKey, List<ResourceSlice>> pools = new LinkedHashMap<>();
    for (ResourceSlice slice : slices) {
      pools.computeIfAbsent(keyOf(slice.getSpec()), key -> new ArrayList<>()).add(slice);
    }
    Map<PoolKey, List<Pool>> offers = new LinkedHashMap<>();
    pools.forEach(
        (key, content) ->
            offers
                .computeIfAbsent(
                    new PoolKey(key.driver(), key.node(), ""), driver -> new ArrayList<>())
                .add(pool(key.pool(), content)));
    List<Offer> all = new ArrayList<>();
    offers.forEach((key, published) -> all.add(new Offer(key.driver(), key.node(), published)));
    return all;
  }

  private static Pool pool(String name, List<ResourceSlice> all) {
    long newest = all.stream().mapToLong(SliceFile::generationOf).max().orElse(0);
    List<ResourceSlice> current =
        all.stream()
            .filter(slice -> generationOf(slice) == newest)
            .sorted(Comparator.comparing(slice -> String.valueOf(slice.getMetadata().getName())))
            .toList();
    List<SliceContent> contents =
        current.stream()
            .map(ResourceSlice::getSpec)
            .map(
                spec ->
                    new SliceContent(
                        spec.getSharedCounters(),
                        spec.getDevices(),
                        spec.getPartitionTypeAttribute(),
                        spec.getSkipNodeOperations()))
            .toList();
    return new Pool(name, 0, placement(current.get(0).getSpec()), contents);
  }

  private static Placement placement(ResourceSliceSpec spec) {
    if (Boolean.TRUE.equals(spec.getPerDeviceNodeSelection())) {
      return Placement.PER_DEVICE;
    }
    if (Boolean.TRUE.equals(spec.getAllNodes())) {
      return Placement.EVERY_NODE;
    }
    return spec.getNodeSelector() != null
        ? new Placement.Selected(spec.getNodeSelector())
        : Placement.OWNING_NODE;
  }

  private static ResourceSlice slice(Manifest manifest) {
    Class<? extends HasMetadata> version = VERSIONS.get(manifest.kind().version());
    if (version == null || !manifest.kind().group().equals(GROUP)) {
      throw manifest.fault(
          "apiVersion",
          "unknown version \"%s\" of ResourceSlice; resource.k8s.io/v1, v1beta2 or v1beta1 is expected"
              .formatted(manifest.object().path("apiVersion").asString("")));
    }
    new KnownFields(manifest).check(version);
    ObjectNode object = manifest.object().deepCopy();
    if (manifest.kind().version().equals("v1beta1")) {
      flattenDevices(object);
    }
    object.put("apiVersion", GROUP + "/v1");
    ResourceSlice slice = Serialization.jsonMapper().convertValue(object, ResourceSlice.class);
    require(manifest, slice.getSpec(), "spec");
    require(manifest, slice.getSpec().getDriver(), "spec.driver");
    require(manifest, slice.getSpec().getPool(), "spec.pool");
    require(manifest, slice.getSpec().getPool().getName(), "spec.pool.name");
    return slice;
  }

  /** A device of v1beta1 has everything but its name in {@code basic}. */
  private static void flattenDevices(ObjectNode slice) {
    slice
        .path("spec")
        .path("devices")
        .forEach(
            device -> {
              if (device instanceof ObjectNode fields
                  && fields.remove("basic") instanceof ObjectNode basic) {
                fields.setAll(basic);
              }
            });
  }

  private static DeviceClass deviceClass(Manifest manifest) {
    if (!manifest.object().path("apiVersion").asString("").equals(GROUP + "/v1")) {
      throw manifest.fault("apiVersion", "a DeviceClass of resource.k8s.io/v1 is expected");
    }
    new KnownFields(manifest).check(DeviceClass.class);
    return Serialization.jsonMapper().convertValue(manifest.object(), DeviceClass.class);
  }

  private static void require(Manifest manifest, @Nullable Object value, String path) {
    if (value == null) {
      throw manifest.fault(path, "required field is missing");
    }
  }

  private static PoolKey keyOf(ResourceSliceSpec spec) {
    String node = spec.getNodeName() == null ? "" : spec.getNodeName();
    return new PoolKey(spec.getDriver(), node, spec.getPool().getName());
  }

  private static void addNode(@Nullable String node, Set<String> nodes) {
    if (node != null) {
      nodes.add(node);
    }
  }

  private static long generationOf(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }
}
