package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Slices as the scheduler sees them: with the taints of every DeviceTaintRule behind those of the
 * driver. A slice that no rule touches is the very same object. Source: {@code
 * dynamic-resource-allocation/resourceslice/tracker}, 1.37.
 */
final class RuledSlices {

  private RuledSlices() {}

  static List<ResourceSlice> apply(
      Collection<ResourceSlice> slices, Collection<DeviceTaintRule> rules) {
    if (rules.isEmpty()) {
      return List.copyOf(slices);
    }
    return slices.stream().map(slice -> apply(slice, rules)).toList();
  }

  private static ResourceSlice apply(ResourceSlice slice, Collection<DeviceTaintRule> rules) {
    List<Device> devices = new ArrayList<>();
    boolean touched = false;
    for (Device device : slice.getSpec().getDevices()) {
      Device tainted = apply(slice, device, rules);
      touched |= tainted != device;
      devices.add(tainted);
    }
    return touched
        ? new ResourceSliceBuilder(slice).editSpec().withDevices(devices).endSpec().build()
        : slice;
  }

  private static Device apply(
      ResourceSlice slice, Device device, Collection<DeviceTaintRule> rules) {
    Device tainted = device;
    for (DeviceTaintRule rule : rules) {
      if (selects(rule.getSpec().getDeviceSelector(), slice, device)) {
        tainted = new DeviceBuilder(tainted).addToTaints(rule.getSpec().getTaint()).build();
      }
    }
    return tainted;
  }

  /** A rule without selector selects nothing; an empty selector selects every device. */
  private static boolean selects(
      @Nullable DeviceTaintSelector selector, ResourceSlice slice, Device device) {
    return selector != null
        && allows(selector.getDriver(), slice.getSpec().getDriver())
        && allows(selector.getPool(), slice.getSpec().getPool().getName())
        && allows(selector.getDevice(), device.getName());
  }

  private static boolean allows(@Nullable String wanted, String actual) {
    return wanted == null || Objects.equals(wanted, actual);
  }
}
