package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A slice that the server accepted without some of its fields, as it does silently where a feature
 * gate is off.
 *
 * @param slice the position of the slice in its pool
 * @param gates the feature gates that would keep the fields; empty if no gate is known that would
 */
public record DroppedFields(String pool, int slice, List<String> gates) {

  public DroppedFields {
    gates = List.copyOf(gates);
  }

  /** Returns one line for the people who run the driver. */
  public String message() {
    return "pool \"%s\", slice #%d: some fields were dropped by the apiserver, probably because these features are disabled: %s"
        .formatted(pool, slice, gates.isEmpty() ? "unknown" : String.join(" ", gates));
  }

  /** Compares what was sent with what was stored. */
  static Optional<DroppedFields> between(int index, ResourceSlice sent, ResourceSlice stored) {
    ResourceSliceSpec wanted = sent.getSpec();
    ResourceSliceSpec actual = stored.getSpec();
    return SliceWriter.sameContent(wanted, actual)
        ? Optional.empty()
        : Optional.of(
            new DroppedFields(wanted.getPool().getName(), index, gatesOf(wanted, actual)));
  }

  private static List<String> gatesOf(ResourceSliceSpec sent, ResourceSliceSpec stored) {
    List<String> gates = new ArrayList<>();
    if (any(sent, stored, (was, is) -> was.getTaints().size() > is.getTaints().size())) {
      gates.add("DRADeviceTaints");
    }
    if (differ(sent.getPerDeviceNodeSelection(), stored.getPerDeviceNodeSelection())
        || sent.getSharedCounters().size() > stored.getSharedCounters().size()
        || any(sent, stored, (was, is) -> consumed(was) != consumed(is))) {
      gates.add("DRAPartitionableDevices");
    }
    if (any(sent, stored, (was, is) -> bindingConditions(was) != bindingConditions(is))) {
      gates.add("DRADeviceBindingConditions");
    }
    if (any(sent, stored, DroppedFields::sharing)) {
      gates.add("DRAConsumableCapacity");
    }
    if (any(sent, stored, (was, is) -> lists(was) > lists(is))) {
      gates.add("DRAListTypeAttributes");
    }
    if (differ(sent.getPartitionTypeAttribute(), stored.getPartitionTypeAttribute())) {
      gates.add("DRAPartitionableDevicesType");
    }
    if (sent.getSkipNodeOperations().size() > stored.getSkipNodeOperations().size()) {
      gates.add("DRAOptionalNodeOperations");
    }
    if (any(sent, stored, (was, is) -> groups(was) > groups(is))) {
      gates.add("DRADeviceCompatibilityGroups");
    }
    return gates;
  }

  private static boolean any(
      ResourceSliceSpec sent, ResourceSliceSpec stored, BiPredicate<Device, Device> dropped) {
    int common = Math.min(sent.getDevices().size(), stored.getDevices().size());
    for (int index = 0; index < common; index++) {
      if (dropped.test(sent.getDevices().get(index), stored.getDevices().get(index))) {
        return true;
      }
    }
    return false;
  }

  private static boolean differ(@Nullable Object sent, @Nullable Object stored) {
    return sent != null && !Objects.equals(sent, stored);
  }

  private static int consumed(Device device) {
    return device.getConsumesCounters().size();
  }

  private static int bindingConditions(Device device) {
    return device.getBindingConditions().size() + device.getBindingFailureConditions().size();
  }

  private static boolean sharing(Device sent, Device stored) {
    return sent.getAllowMultipleAllocations() != null
        && stored.getAllowMultipleAllocations() == null;
  }

  private static long lists(Device device) {
    return device.getAttributes() == null
        ? 0
        : device.getAttributes().values().stream().filter(DroppedFields::isList).count();
  }

  private static boolean isList(DeviceAttribute attribute) {
    return !(attribute.getStrings().isEmpty()
        && attribute.getInts().isEmpty()
        && attribute.getBools().isEmpty()
        && attribute.getVersions().isEmpty());
  }

  private static int groups(Device device) {
    return device.getConsumesCounters().stream()
        .map(DeviceCounterConsumption::getCompatibilityGroups)
        .mapToInt(List::size)
        .sum();
  }
}
