package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How much one slice may hold. Source: {@code k8s.io/api/resource/v1/types.go}, 1.37, and KEP-4815.
 */
final class SliceLimits {

  /** Devices in a slice of plain devices. */
  static final int DEVICES = 128;

  /** Devices in a slice where any has taints, consumes counters or has a list as attribute. */
  static final int ADVANCED_DEVICES = 64;

  /** Counter sets in a slice. */
  static final int COUNTER_SETS = 8;

  /** Counters consumed by all devices of a slice together. */
  static final int CONSUMED_COUNTERS = 2048;

  private SliceLimits() {}

  /**
   * Returns the same counters and devices in as many slices as it takes: counter sets apart from
   * devices, and in front of them.
   */
  static List<SliceContent> split(List<SliceContent> contents) {
    List<SliceContent> counters = new ArrayList<>();
    List<SliceContent> devices = new ArrayList<>();
    for (SliceContent content : contents) {
      splitCounters(content, counters);
      splitDevices(content, devices);
    }
    counters.addAll(devices);
    return counters;
  }

  private static void splitCounters(SliceContent content, List<SliceContent> slices) {
    List<CounterSet> sets = content.sharedCounters();
    for (int from = 0; from < sets.size(); from += COUNTER_SETS) {
      slices.add(
          SliceContent.ofCounters(sets.subList(from, Math.min(from + COUNTER_SETS, sets.size()))));
    }
  }

  private static void splitDevices(SliceContent content, List<SliceContent> slices) {
    List<Device> chunk = new ArrayList<>();
    int consumed = 0;
    boolean advanced = false;
    for (Device device : content.devices()) {
      int consumes = consumedCounters(device);
      boolean nowAdvanced = advanced || isAdvanced(device);
      boolean full =
          chunk.size() == (nowAdvanced ? ADVANCED_DEVICES : DEVICES)
              || (nowAdvanced && chunk.size() > ADVANCED_DEVICES)
              || consumed + consumes > CONSUMED_COUNTERS;
      if (full && !chunk.isEmpty()) {
        slices.add(withoutCounters(content, chunk));
        chunk = new ArrayList<>();
        consumed = 0;
        advanced = false;
      }
      chunk.add(device);
      consumed += consumes;
      advanced |= isAdvanced(device);
    }
    if (!chunk.isEmpty()) {
      slices.add(withoutCounters(content, chunk));
    }
  }

  private static SliceContent withoutCounters(SliceContent content, List<Device> devices) {
    return new SliceContent(
        List.of(), devices, content.partitionTypeAttribute(), content.skipNodeOperations());
  }

  private static boolean isAdvanced(Device device) {
    Map<String, DeviceAttribute> attributes = device.getAttributes();
    return !device.getTaints().isEmpty()
        || !device.getConsumesCounters().isEmpty()
        || (attributes != null && attributes.values().stream().anyMatch(SliceLimits::isList));
  }

  private static boolean isList(DeviceAttribute attribute) {
    return !attribute.getStrings().isEmpty()
        || !attribute.getInts().isEmpty()
        || !attribute.getBools().isEmpty()
        || !attribute.getVersions().isEmpty();
  }

  private static int consumedCounters(Device device) {
    return device.getConsumesCounters().stream()
        .mapToInt(consumption -> consumption.getCounters().size())
        .sum();
  }
}
