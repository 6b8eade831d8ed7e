package io.github.dratestkit.allocator.optimal;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumptionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A row of GPUs of four blocks each, offered as blocks, pairs of blocks and whole GPUs, some of
 * them in use; and requests that take ranked sizes of them.
 *
 * @param used the parts in use
 * @param requests for each request its alternatives in order
 */
record Blocks(int gpus, List<Part> used, List<List<Wish>> requests) {

  /** The blocks of one GPU. */
  static final int EDGE = 4;

  private static final String DRIVER = "gpu.example.com";

  /** A device: so many blocks of a GPU from one on. */
  record Part(int gpu, int start, int size) {

    String name() {
      return "gpu-" + gpu + "-" + size + "-" + start;
    }

    boolean overlaps(Part other) {
      return gpu == other.gpu && start < other.start + other.size && other.start < start + size;
    }
  }

  /** So many parts of one size. */
  record Wish(int size, int count) {}

  static Blocks of(long seed) {
    Random random = new Random(seed * 7919 + 3);
    int gpus = 2 + random.nextInt(2);
    List<Part> used = new ArrayList<>();
    for (Part part : parts(gpus)) {
      if (random.nextInt(9) == 0 && used.stream().noneMatch(part::overlaps)) {
        used.add(part);
      }
    }
    List<List<Wish>> requests = new ArrayList<>();
    int number = 1 + random.nextInt(3);
    int[] sizes = {1, 2, 2, 4};
    for (int i = 0; i < number; i++) {
      List<Wish> alternatives = new ArrayList<>();
      int many = 1 + random.nextInt(2);
      for (int j = 0; j < many; j++) {
        alternatives.add(new Wish(sizes[random.nextInt(sizes.length)], 1 + random.nextInt(2)));
      }
      requests.add(alternatives);
    }
    return new Blocks(gpus, used, requests);
  }

  static List<Part> parts(int gpus) {
    List<Part> parts = new ArrayList<>();
    for (int gpu = 0; gpu < gpus; gpu++) {
      for (int size = 1; size <= EDGE; size *= 2) {
        for (int start = 0; start < EDGE; start += size) {
          parts.add(new Part(gpu, start, size));
        }
      }
    }
    return parts;
  }

  Snapshot snapshot() {
    List<Device> devices = parts(gpus).stream().map(Blocks::device).toList();
    CounterSetBuilder[] sets = new CounterSetBuilder[gpus];
    ResourceSliceBuilder counters = slice("counters");
    for (int gpu = 0; gpu < sets.length; gpu++) {
      counters
          .editSpec()
          .addNewSharedCounter()
          .withName("gpu-" + gpu)
          .withCounters(counters(new Part(gpu, 0, EDGE)))
          .endSharedCounter()
          .endSpec();
    }
    ResourceSlice published = slice("devices").editSpec().withDevices(devices).endSpec().build();
    Snapshot.Builder builder =
        Snapshot.builder(
                EnumSet.of(AllocatorFeature.PartitionableDevices, AllocatorFeature.PrioritizedList))
            .slices(List.of(counters.build(), published))
            .deviceClasses(
                List.of(
                    new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName("gpu")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build()));
    used.forEach(part -> builder.allocatedDevice(DRIVER, "pool", part.name()));
    return builder.build();
  }

  private static ResourceSliceBuilder slice(String name) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withAllNodes(true)
        .withNewPool()
        .withName("pool")
        .withGeneration(1L)
        .withResourceSliceCount(2L)
        .endPool()
        .endSpec();
  }

  private static Map<String, Counter> counters(Part part) {
    Map<String, Counter> counters = new LinkedHashMap<>();
    counters.put("compute", new Counter(new Quantity(String.valueOf(part.size()))));
    for (int block = part.start(); block < part.start() + part.size(); block++) {
      counters.put("block-" + block, new Counter(new Quantity("1")));
    }
    return counters;
  }

  private static Device device(Part part) {
    return new DeviceBuilder()
        .withName(part.name())
        .addToAttributes("x", text(String.valueOf(part.gpu() * EDGE + part.start())))
        .addToAttributes("y", text("0"))
        .addToAttributes("z", text("0"))
        .addToAttributes("topology", text(part.size() + "x1x1"))
        .addToCapacity(
            "memory",
            new DeviceCapacityBuilder().withValue(new Quantity(part.size() * 10 + "Gi")).build())
        .addToConsumesCounters(
            new DeviceCounterConsumptionBuilder()
                .withCounterSet("gpu-" + part.gpu())
                .withCounters(counters(part))
                .build())
        .build();
  }

  private static io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute text(String text) {
    return new DeviceAttributeBuilder().withString(text).build();
  }

  ResourceClaim claim() {
    ResourceClaimBuilder claim =
        new ResourceClaimBuilder()
            .withNewMetadata()
            .withName("claim")
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .withNewDevices()
            .endDevices()
            .endSpec();
    for (int i = 0; i < requests.size(); i++) {
      List<DeviceSubRequest> subRequests = new ArrayList<>();
      for (int j = 0; j < requests.get(i).size(); j++) {
        subRequests.add(subRequest("s" + j, requests.get(i).get(j)));
      }
      claim
          .editSpec()
          .editDevices()
          .addNewRequest()
          .withName("r" + i)
          .withFirstAvailable(subRequests)
          .endRequest()
          .endDevices()
          .endSpec();
    }
    return claim.build();
  }

  private static DeviceSubRequest subRequest(String name, Wish wish) {
    return new DeviceSubRequestBuilder()
        .withName(name)
        .withDeviceClassName("gpu")
        .withAllocationMode("ExactCount")
        .withCount((long) wish.count())
        .addNewSelector()
        .withNewCel()
        .withExpression(
            "device.attributes[\"" + DRIVER + "\"].topology == \"" + wish.size() + "x1x1\"")
        .endCel()
        .endSelector()
        .build();
  }
}
