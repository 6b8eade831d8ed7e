package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which claims hold which devices, pool by pool, as stored or as promised. It brings a snapshot up
 * to date by looking at the pools in which something has changed, so that one more allocation costs
 * as much in a large cluster as in a small one.
 */
final class DevicesInUse {

  private record PoolName(String driver, String pool) {}

  private final Map<String, ResourceClaim> stored = new HashMap<>();
  private final Map<String, ResourceClaim> promised = new HashMap<>();

  /** The claims that count, by uid: those promised, else those stored. */
  private final Map<String, ResourceClaim> counted = new HashMap<>();

  private final Map<PoolName, Map<String, ResourceClaim>> byPool = new HashMap<>();
  private final Set<PoolName> changed = new LinkedHashSet<>();

  /** Takes in a claim as the API has it; one without an allocation holds nothing. */
  void store(ResourceClaim claim) {
    put(stored, claim.getMetadata().getUid(), allocationOf(claim) == null ? null : claim);
  }

  /** Takes in that a claim has gone. */
  void forget(String uid) {
    put(stored, uid, null);
  }

  /** Takes in that a claim shall get the allocation that it carries. */
  void promise(ResourceClaim claim) {
    put(promised, claim.getMetadata().getUid(), claim);
  }

  /** Takes in that a promise is kept, or broken. */
  void release(String uid) {
    put(promised, uid, null);
  }

  /** Returns {@code snapshot} with what has changed since the last call. */
  Snapshot bringUpToDate(Snapshot snapshot) {
    Snapshot current = snapshot;
    for (PoolName pool : changed) {
      current =
          current.withOnlyAllocatedOf(
              pool.driver(), pool.pool(), byPool.getOrDefault(pool, Map.of()).values());
    }
    changed.clear();
    return current;
  }

  /** Says whether {@link #bringUpToDate} would change anything. */
  boolean hasChanged() {
    return !changed.isEmpty();
  }

  private void put(Map<String, ResourceClaim> where, String uid, @Nullable ResourceClaim claim) {
    if (claim == null) {
      where.remove(uid);
    } else {
      where.put(uid, claim);
    }
    ResourceClaim now = promised.getOrDefault(uid, stored.get(uid));
    ResourceClaim before = counted.get(uid);
    if (Objects.equals(allocationOf(before), allocationOf(now))) {
      return;
    }
    Set<PoolName> touched = new HashSet<>(poolsOf(before));
    touched.addAll(poolsOf(now));
    if (now == null) {
      counted.remove(uid);
    } else {
      counted.put(uid, now);
    }
    Set<PoolName> held = poolsOf(now);
    for (PoolName pool : touched) {
      Map<String, ResourceClaim> claims =
          byPool.computeIfAbsent(pool, name -> new LinkedHashMap<>());
      if (now != null && held.contains(pool)) {
        claims.put(uid, now);
      } else {
        claims.remove(uid);
      }
      if (claims.isEmpty()) {
        byPool.remove(pool);
      }
    }
    changed.addAll(touched);
  }

  private static Set<PoolName> poolsOf(@Nullable ResourceClaim claim) {
    DeviceAllocationResult allocation = allocationOf(claim);
    if (allocation == null) {
      return Set.of();
    }
    Set<PoolName> pools = new LinkedHashSet<>();
    for (DeviceRequestAllocationResult result : allocation.getResults()) {
      pools.add(new PoolName(result.getDriver(), result.getPool()));
    }
    return pools;
  }

  /** Returns the devices that a claim has; when it got them makes no difference. */
  private static @Nullable DeviceAllocationResult allocationOf(@Nullable ResourceClaim claim) {
    return claim == null || claim.getStatus() == null || claim.getStatus().getAllocation() == null
        ? null
        : claim.getStatus().getAllocation().getDevices();
  }
}
