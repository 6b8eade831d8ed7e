package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What is in use, device by device and pool by pool. Immutable; a state that differs in one pool
 * shares the rest, so that a cluster of thousands of pools can follow every allocation.
 */
public final class AllocatedState {

  /** Pools are spread over this many maps, one of which is copied when a pool changes. */
  private static final int PARTS = 256;

  public static final AllocatedState EMPTY =
      new AllocatedState(Collections.nCopies(PARTS, Map.of()));

  private final List<Map<PoolId, Map<String, DeviceUse>>> parts;

  private AllocatedState(List<Map<PoolId, Map<String, DeviceUse>>> parts) {
    this.parts = parts;
  }

  /** Returns how the device is in use. */
  public DeviceUse of(DeviceId device) {
    return ofPool(device.poolId()).getOrDefault(device.device(), DeviceUse.NONE);
  }

  /** Says whether the same devices of a pool are known to be in use in the same way. */
  public boolean sharesWith(AllocatedState other, PoolId pool) {
    int part = partOf(pool);
    return parts.get(part) == other.parts.get(part) || ofPool(pool) == other.ofPool(pool);
  }

  /** Returns the devices of these pools that are in use, in the order of the pools. */
  public List<DeviceId> devicesOf(List<Pool> pools) {
    List<DeviceId> used = new ArrayList<>();
    for (Pool pool : pools) {
      Map<String, DeviceUse> uses = ofPool(pool.id());
      if (!uses.isEmpty() && pool instanceof Pool.Usable usable) {
        addUsed(usable.slices(), uses, used);
        addUsed(usable.elsewhere(), uses, used);
      }
    }
    return used;
  }

  private static void addUsed(
      List<CompiledSlice> slices, Map<String, DeviceUse> uses, List<DeviceId> used) {
    for (CompiledSlice slice : slices) {
      for (CompiledDevice device : slice.devices()) {
        if (uses.containsKey(device.id().device())) {
          used.add(device.id());
        }
      }
    }
  }

  /** Returns a state in which nothing of these devices is in use. */
  public AllocatedState without(Collection<DeviceId> released) {
    Builder rest = toBuilder();
    released.forEach(rest::release);
    return rest.build();
  }

  /** Returns a state in which this of a pool is in use, and of other pools what is now. */
  public AllocatedState withPool(PoolId pool, AllocatedState onlyThis) {
    Builder changed = toBuilder();
    changed.replace(pool, onlyThis.ofPool(pool));
    return changed.build();
  }

  /** Starts a state that has this one and more. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns how devices of the pool are in use, by name; those that are not are left out. */
  public Map<String, DeviceUse> ofPool(PoolId pool) {
    return parts.get(partOf(pool)).getOrDefault(pool, Map.of());
  }

  private static int partOf(PoolId pool) {
    int hash = 31 * pool.driver().hashCode() + pool.pool().hashCode();
    return (hash ^ (hash >>> 16)) & (PARTS - 1);
  }

  /** Collects what is in use. */
  public static final class Builder {

    private final AllocatedState before;
    private final Map<PoolId, Map<String, DeviceUse>> changed = new HashMap<>();

    private Builder(AllocatedState before) {
      this.before = before;
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
      usesOf(device)
          .compute(
              device.device(), (name, use) -> change.apply(use == null ? DeviceUse.NONE : use));
    }

    private void release(DeviceId device) {
      usesOf(device).remove(device.device());
    }

    private void replace(PoolId pool, Map<String, DeviceUse> uses) {
      changed.put(pool, uses);
    }

    private Map<String, DeviceUse> usesOf(DeviceId device) {
      return changed.computeIfAbsent(
          new PoolId(device.driver(), device.pool()), pool -> new HashMap<>(before.ofPool(pool)));
    }

    public AllocatedState build() {
      List<Map<PoolId, Map<String, DeviceUse>>> parts = new ArrayList<>(before.parts);
      Set<Integer> copied = new HashSet<>();
      changed.forEach(
          (pool, uses) -> {
            int part = partOf(pool);
            if (copied.add(part)) {
              parts.set(part, new HashMap<>(parts.get(part)));
            }
            if (uses.isEmpty()) {
              parts.get(part).remove(pool);
            } else {
              parts.get(part).put(pool, Map.copyOf(uses));
            }
          });
      return new AllocatedState(parts);
    }
  }
}
