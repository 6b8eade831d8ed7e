package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Publishes the devices of one node in a pool of two slices, under a new generation each time. */
final class DriverAgent extends ReconcilingLoop<String> {

  static final String DRIVER = "gpu.example.test";

  /** Which generation is newer than every one that was published. */
  static final ToLongFunction<Collection<ResourceSlice>> NEXT =
      slices ->
          1
              + slices.stream()
                  .mapToLong(slice -> slice.getSpec().getPool().getGeneration())
                  .max()
                  .orElse(0);

  private final String node;
  private final Supplier<Integer> devices;
  private final ToLongFunction<Collection<ResourceSlice>> generation;
  private final Informer<ResourceSlice> slices;

  /**
   * Creates the loop.
   *
   * @param devices how many there are
   * @param generation the generation to publish, given what is published
   */
  DriverAgent(
      String node,
      ApiAccess access,
      Timers timers,
      Supplier<Integer> devices,
      ToLongFunction<Collection<ResourceSlice>> generation) {
    super(nameOn(node), access, timers);
    this.node = node;
    this.devices = devices;
    this.generation = generation;
    this.slices =
        inform(
            ResourceSlice.class,
            FeedOptions.byField("spec.nodeName=" + node),
            change -> queue().add(node));
  }

  static String nameOn(String node) {
    return "driver-" + node;
  }

  /** Looks whether there is something to publish. */
  void look() {
    queue().add(node);
  }

  @Override
  protected void onSynced() {
    look();
  }

  @Override
  protected void reconcile(String key) {
    List<ResourceSlice> known =
        slices.all().stream().filter(slice -> slice.getSpec().getDriver().equals(DRIVER)).toList();
    if (isUpToDate(known)) {
      return;
    }
    long newest = generation.applyAsLong(known);
    for (int i = 0; i < 2; i++) {
      ResourceSlice wanted = slice(i, newest);
      ResourceSlice written =
          slices
              .get(null, wanted.getMetadata().getName())
              .map(
                  before ->
                      writes()
                          .update(
                              new ResourceSliceBuilder(before).withSpec(wanted.getSpec()).build()))
              .orElseGet(() -> writes().create(wanted));
      slices.assume(written);
    }
  }

  private boolean isUpToDate(List<ResourceSlice> known) {
    return known.size() == 2
        && known.stream().map(slice -> slice.getSpec().getPool().getGeneration()).distinct().count()
            == 1
        && known.stream().mapToInt(slice -> slice.getSpec().getDevices().size()).sum()
            == devices.get();
  }

  private ResourceSlice slice(int index, long newest) {
    List<Device> own = new ArrayList<>();
    for (int i = index; i < devices.get(); i += 2) {
      own.add(
          new DeviceBuilder()
              .withName("d" + i)
              .addToAttributes("rank", new DeviceAttributeBuilder().withInt((long) i).build())
              .build());
    }
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(node + "-" + index)
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName(node)
        .withNewPool()
        .withName(node)
        .withGeneration(newest)
        .withResourceSliceCount(2L)
        .endPool()
        .withDevices(own)
        .endSpec()
        .build();
  }
}
