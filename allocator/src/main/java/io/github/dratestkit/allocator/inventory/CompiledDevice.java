package io.github.dratestkit.allocator.inventory;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.github.dratestkit.allocator.cel.CelDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One published device. Each part of it is compiled when it is first asked for, and then kept: most
 * devices of a cluster are never looked at closely.
 */
public final class CompiledDevice {

  private final DeviceId id;
  private final CompiledSlice slice;
  private final int place;
  private final Device model;
  private final NodeSelection selection;
  private volatile @Nullable List<CounterUse> counterUses;
  private volatile @Nullable Map<String, CapacityModel> capacities;
  private volatile @Nullable Map<String, AttributeValue> attributes;
  private volatile @Nullable Boolean offersItselfWhole;
  private volatile @Nullable CelDevice celDevice;

  CompiledDevice(CompiledSlice slice, int place, Device model) {
    this.slice = slice;
    this.place = place;
    this.model = model;
    this.id =
        new DeviceId(
            slice.pool().driver(), slice.pool().pool(), Strings.nullToEmpty(model.getName()));
    this.selection =
        new NodeSelection(model.getNodeName(), model.getAllNodes(), model.getNodeSelector());
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

  /** Returns the device's place among the devices of its slice, counted from 0. */
  public int place() {
    return place;
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
    List<CounterUse> known = counterUses;
    if (known == null) {
      known = model.getConsumesCounters().stream().map(CounterUse::of).toList();
      counterUses = known;
    }
    return known;
  }

  /** Returns the taints that keep the device from being allocated unless they are tolerated. */
  public List<DeviceTaint> blockingTaints() {
    return model.getTaints().isEmpty() ? List.of() : blocking(model.getTaints());
  }

  public Map<String, CapacityModel> capacities() {
    Map<String, CapacityModel> known = capacities;
    if (known == null) {
      Map<String, CapacityModel> compiled = new LinkedHashMap<>();
      if (model.getCapacity() != null) {
        model.getCapacity().forEach((name, value) -> compiled.put(name, CapacityModel.of(value)));
      }
      known = compiled;
      capacities = known;
    }
    return known;
  }

  /** Says whether the device may be allocated several times, a share each time. */
  public boolean allowsMultipleAllocations() {
    return Boolean.TRUE.equals(model.getAllowMultipleAllocations());
  }

  /**
   * Says whether a request that asks for no capacity always fits as long as nothing is consumed:
   * without policies it takes exactly what there is.
   */
  public boolean offersItselfWhole() {
    Boolean known = offersItselfWhole;
    if (known == null) {
      known =
          !allowsMultipleAllocations()
              && capacities().values().stream()
                  .allMatch(one -> one.policy() == null && one.total().sign() >= 0);
      offersItselfWhole = known;
    }
    return known;
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
    Map<String, AttributeValue> known = compiledAttributes();
    AttributeValue exact = known.get(qualifiedName);
    if (exact != null) {
      return exact;
    }
    int slash = qualifiedName.indexOf('/');
    if (slash < 0 || !qualifiedName.substring(0, slash).equals(id.driver())) {
      return null;
    }
    return known.get(qualifiedName.substring(slash + 1));
  }

  private Map<String, AttributeValue> compiledAttributes() {
    Map<String, AttributeValue> known = attributes;
    if (known == null) {
      Map<String, AttributeValue> compiled = new LinkedHashMap<>();
      attributes().forEach((name, value) -> compiled.put(name, AttributeValue.of(value)));
      known = compiled;
      attributes = known;
    }
    return known;
  }

  /** Returns all published attributes by the name they were published with. */
  public Map<String, DeviceAttribute> attributes() {
    return model.getAttributes() == null ? Map.of() : model.getAttributes();
  }

  /** Returns the device as expressions see it. */
  public CelDevice celDevice() {
    CelDevice known = celDevice;
    if (known == null) {
      known = CelDevice.of(id.driver(), model);
      celDevice = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
