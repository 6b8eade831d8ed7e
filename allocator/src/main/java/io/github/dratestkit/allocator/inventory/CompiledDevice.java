package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One published device, compiled once and then only read. */
public final class CompiledDevice {

  private final DeviceId id;
  private final CompiledSlice slice;
  private final Device model;
  private final NodeSelection selection;
  private final List<CounterUse> counterUses;
  private final List<DeviceTaint> blockingTaints;
  private final Map<String, CapacityModel> capacities;
  private final Map<String, AttributeValue> attributes;

  CompiledDevice(CompiledSlice slice, Device model) {
    this.slice = slice;
    this.model = model;
    this.id = new DeviceId(slice.pool().driver(), slice.pool().pool(), model.getName());
    this.selection =
        new NodeSelection(model.getNodeName(), model.getAllNodes(), model.getNodeSelector());
    this.counterUses = model.getConsumesCounters().stream().map(CounterUse::of).toList();
    this.blockingTaints = blocking(model.getTaints());
    this.capacities = new LinkedHashMap<>();
    if (model.getCapacity() != null) {
      model.getCapacity().forEach((name, value) -> capacities.put(name, CapacityModel.of(value)));
    }
    this.attributes = new LinkedHashMap<>();
    if (model.getAttributes() != null) {
      model
          .getAttributes()
          .forEach((name, value) -> attributes.put(name, AttributeValue.of(value)));
    }
  }

  /** Only these effects keep a device from being allocated; others, None included, do not. */
  private static List<DeviceTaint> blocking(List<DeviceTaint> taints) {
    List<DeviceTaint> blocking = new ArrayList<>();
    for (DeviceTaint taint : taints) {
      if ("NoSchedule".equals(taint.getEffect()) || "NoExecute".equals(taint.getEffect())) {
        blocking.add(taint);
      }
    }
    return blocking;
  }

  public DeviceId id() {
    return id;
  }

  public CompiledSlice slice() {
    return slice;
  }

  /** Returns the device as it was published. */
  public Device model() {
    return model;
  }

  /** Returns where the device can be reached, if its slice leaves that to each device. */
  public NodeSelection selection() {
    return selection;
  }

  public List<CounterUse> counterUses() {
    return counterUses;
  }

  /** Returns the taints that keep the device from being allocated unless they are tolerated. */
  public List<DeviceTaint> blockingTaints() {
    return blockingTaints;
  }

  public Map<String, CapacityModel> capacities() {
    return capacities;
  }

  /** Says whether the device may be allocated several times, a share each time. */
  public boolean allowsMultipleAllocations() {
    return Boolean.TRUE.equals(model.getAllowMultipleAllocations());
  }

  public boolean hasBindingConditions() {
    return !model.getBindingConditions().isEmpty();
  }

  public boolean bindsToNode() {
    return Boolean.TRUE.equals(model.getBindsToNode());
  }

  /**
   * Looks up a published attribute. The exact name wins; a name in the driver's own domain is also
   * found without its domain.
   */
  public @Nullable AttributeValue attribute(String qualifiedName) {
    AttributeValue exact = attributes.get(qualifiedName);
    if (exact != null) {
      return exact;
    }
    int slash = qualifiedName.indexOf('/');
    if (slash < 0 || !qualifiedName.substring(0, slash).equals(id.driver())) {
      return null;
    }
    return attributes.get(qualifiedName.substring(slash + 1));
  }

  /** Returns all published attributes by the name they were published with. */
  public Map<String, DeviceAttribute> attributes() {
    return model.getAttributes() == null ? Map.of() : model.getAttributes();
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
