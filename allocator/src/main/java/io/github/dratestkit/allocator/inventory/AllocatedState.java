package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What is in use, device by device. Immutable. */
public final class AllocatedState {

  public static final AllocatedState EMPTY = new AllocatedState(Map.of());

  private final Map<DeviceId, DeviceUse> uses;

  private AllocatedState(Map<DeviceId, DeviceUse> uses) {
    this.uses = uses;
  }

  /** Returns how the device is in use. */
  public DeviceUse of(DeviceId device) {
    DeviceUse use = uses.isEmpty() ? null : uses.get(device);
    return use == null ? DeviceUse.NONE : use;
  }

  /** Returns the devices of these pools that are in use, in the order of the pools. */
  public List<DeviceId> devicesOf(List<Pool> pools) {
    List<DeviceId> used = new ArrayList<>();
    for (Pool pool : pools) {
      if (pool instanceof Pool.Usable usable) {
        addUsed(usable.slices(), used);
        addUsed(usable.elsewhere(), used);
      }
    }
    return used;
  }

  private void addUsed(List<CompiledSlice> slices, List<DeviceId> used) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        if (uses.containsKey(device.id())) {
          used.add(device.id());
        }
      }
    }
  }

  /** Returns a state in which nothing of these devices is in use. */
  public AllocatedState without(Collection<DeviceId> released) {
    Map<DeviceId, DeviceUse> rest = new HashMap<>(uses);
    rest.keySet().removeAll(released);
    return new AllocatedState(rest);
  }

  /** Starts a state that has this one and more. */
  public Builder toBuilder() {
    return new Builder(new HashMap<>(uses));
  }

  /** Collects what is in use. */
  public static final class Builder {

    private final Map<DeviceId, DeviceUse> uses;

    private Builder(Map<DeviceId, DeviceUse> uses) {
      this.uses = uses;
    }

    /** Adds a device that is allocated as a whole. */
    public void device(DeviceId device) {
      change(device, DeviceUse::asExclusive);
    }

    /** Adds a share of a device. */
    public void share(DeviceId device, String shareId) {
      change(device, use -> use.withShare(shareId));
    }

    /** Adds to what the shares of a device take. */
    public void consumed(DeviceId device, Map<String, Quantity> amounts) {
      change(device, use -> use.consuming(amounts));
    }

    /**
     * Adds what the claims' allocations take. Administrative access takes nothing.
     *
     * @param shares whether shares are understood; otherwise a share takes the whole device
     */
    public void claims(Collection<ResourceClaim> claims, boolean shares) {
      for (ResourceClaim claim : claims) {
        if (claim.getStatus() == null || claim.getStatus().getAllocation() == null) {
          continue;
        }
        claim
            .getStatus()
            .getAllocation()
            .getDevices()
            .getResults()
            .forEach(result -> result(result, shares));
      }
    }

    private void result(DeviceRequestAllocationResult result, boolean shares) {
      if (Boolean.TRUE.equals(result.getAdminAccess())) {
        return;
      }
      DeviceId id = new DeviceId(result.getDriver(), result.getPool(), result.getDevice());
      if (result.getShareID() == null || !shares) {
        device(id);
        return;
      }
      share(id, result.getShareID());
      if (result.getConsumedCapacity() != null && !result.getConsumedCapacity().isEmpty()) {
        consumed(id, Quantities.of(result.getConsumedCapacity()));
      }
    }

    private void change(DeviceId device, UnaryOperator<DeviceUse> change) {
      uses.merge(device, change.apply(DeviceUse.NONE), (old, added) -> change.apply(old));
    }

    public AllocatedState build() {
      return new AllocatedState(Map.copyOf(uses));
    }
  }
}
