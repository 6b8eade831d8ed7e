package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proposes more hardware of a kind that a request would take: devices with the attributes and
 * capacities of a published one, whole, healthy and free.
 */
final class MoreDevices {

  /** The pools of such devices are named by the device that they resemble. */
  private static final String POOL = "more-like-";

  /** Kinds of devices that are tried for one request. */
  private static final int MOST_KINDS = 3;

  /** Devices of other nodes that are looked at when this node has none of the kind. */
  private static final int MOST_FAR_DEVICES = 2_000;

  private record Made(DeviceId like, int count) {}

  private final Ground ground;
  private final Map<Made, Change.AddDevices> made = new HashMap<>();

  MoreDevices(Ground ground) {
    this.ground = ground;
  }

  /**
   * @param suitable devices of the node that the request's selectors accept
   */
  List<Proposal> of(Trial trial, Suitability suitability, List<CompiledDevice> suitable) {
    List<CompiledDevice> published =
        suitable.stream().filter(device -> !device.id().pool().startsWith(POOL)).toList();
    List<CompiledDevice> kinds = distinct(published);
    if (kinds.isEmpty()) {
      kinds = distinct(elsewhere(suitability));
    }
    long most = Math.min(demanded(trial), Proposals.MOST_DEVICES);
    List<Proposal> proposals = new ArrayList<>();
    for (CompiledDevice kind : kinds) {
      String pool = POOL + (kind.id().pool() + "-" + kind.id().device()).replace('/', '-');
      if (has(trial, pool)) {
        continue;
      }
      proposals.add(new Proposal(pool, (int) most, at -> added(kind, pool, at + 1)));
    }
    return proposals;
  }

  private Change.AddDevices added(CompiledDevice kind, String pool, int count) {
    return made.computeIfAbsent(
        new Made(kind.id(), count),
        key -> new Change.AddDevices(count, kind.id().toString(), slice(kind, pool, count)));
  }

  private static boolean has(Trial trial, String pool) {
    return trial.pools().stream().anyMatch(one -> one.id().pool().equals(pool));
  }

  /** Returns how many devices all claims together ask for; one where they ask for all. */
  private static long demanded(Trial trial) {
    long demanded = 0;
    for (ResourceClaim claim : trial.claims()) {
      for (DeviceRequest request : ClaimNames.requestsOf(claim)) {
        demanded +=
            Request.of(request).stream()
                .mapToLong(one -> one.asksForAll() ? 1 : one.count())
                .max()
                .orElse(0);
      }
    }
    return demanded;
  }

  private static List<CompiledDevice> distinct(List<CompiledDevice> devices) {
    Set<Device> seen = new HashSet<>();
    List<CompiledDevice> kinds = new ArrayList<>();
    for (CompiledDevice device : devices) {
      if (kinds.size() < MOST_KINDS && seen.add(plain(device, ""))) {
        kinds.add(device);
      }
    }
    return kinds;
  }

  private List<CompiledDevice> elsewhere(Suitability suitability) {
    List<CompiledDevice> found = new ArrayList<>();
    int looked = 0;
    for (CompiledSlice slice : ground.slices().all()) {
      for (CompiledDevice device : slice.devices()) {
        if (++looked > MOST_FAR_DEVICES || found.size() >= MOST_KINDS) {
          return found;
        }
        if (suitability.of(device).isNone()) {
          found.add(device);
        }
      }
    }
    return found;
  }

  private static Device plain(CompiledDevice device, String name) {
    return new DeviceBuilder()
        .withName(name)
        .withAttributes(device.model().getAttributes())
        .withCapacity(device.model().getCapacity())
        .withAllowMultipleAllocations(device.model().getAllowMultipleAllocations())
        .build();
  }

  private ResourceSlice slice(CompiledDevice kind, String pool, int count) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      devices.add(plain(kind, "device-" + i));
    }
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(pool)
        .endMetadata()
        .withNewSpec()
        .withDriver(kind.id().driver())
        .withNodeName(ground.node().getMetadata().getName())
        .withNewPool(1L, pool, 1L)
        .withDevices(devices)
        .endSpec()
        .build();
  }
}
