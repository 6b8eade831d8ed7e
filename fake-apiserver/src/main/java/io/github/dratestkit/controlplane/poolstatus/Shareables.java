package io.github.dratestkit.controlplane.poolstatus;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ShareableCapacityStatus;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ShareableSummaryStatus;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The devices of a pool that several claims may share, and what is left of their capacity. */
final class Shareables {

  private static final Quantity NOTHING = Quantity.decode("0");

  private Shareables() {}

  /**
   * Returns the summary, or none if no device is shareable.
   *
   * @param results what claims have been given of the pool
   */
  static Optional<ShareableSummaryStatus> summary(
      List<Device> devices, Set<String> allocated, List<DeviceRequestAllocationResult> results) {
    List<Device> shareable =
        devices.stream()
            .filter(device -> Boolean.TRUE.equals(device.getAllowMultipleAllocations()))
            .toList();
    if (shareable.isEmpty()) {
      return Optional.empty();
    }
    int used = (int) shareable.stream().filter(one -> allocated.contains(one.getName())).count();
    Map<String, Quantity> total = new TreeMap<>();
    for (Device device : shareable) {
      device
          .getCapacity()
          .forEach(
              (name, capacity) ->
                  total.merge(
                      name, Quantity.decode(capacity.getValue().toString()), Quantity::add));
    }
    Map<String, Quantity> consumed = new TreeMap<>();
    for (DeviceRequestAllocationResult result : results) {
      if (result.getConsumedCapacity() != null) {
        result
            .getConsumedCapacity()
            .forEach(
                (name, amount) ->
                    consumed.merge(name, Quantity.decode(amount.toString()), Quantity::add));
      }
    }
    List<ShareableCapacityStatus> capacity = new ArrayList<>();
    total.forEach(
        (name, all) -> capacity.add(capacity(name, all, consumed.getOrDefault(name, NOTHING))));
    ShareableSummaryStatus summary = new ShareableSummaryStatus();
    summary.setFullyAvailableDevices(shareable.size() - used);
    summary.setPartiallyAvailableDevices(used);
    summary.setCapacity(capacity);
    return Optional.of(summary);
  }

  private static ShareableCapacityStatus capacity(String name, Quantity all, Quantity consumed) {
    Quantity rest = all.subtract(consumed);
    ShareableCapacityStatus capacity = new ShareableCapacityStatus();
    capacity.setName(name);
    capacity.setTotal(quantity(all));
    capacity.setConsumed(quantity(consumed));
    capacity.setAvailable(quantity(rest.compareTo(NOTHING) < 0 ? NOTHING : rest));
    return capacity;
  }

  private static io.fabric8.kubernetes.api.model.Quantity quantity(Quantity amount) {
    return new io.fabric8.kubernetes.api.model.Quantity(amount.toString());
  }
}
