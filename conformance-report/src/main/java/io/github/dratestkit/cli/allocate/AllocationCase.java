package io.github.dratestkit.cli.allocate;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One allocation attempt on one node, as the oracle reads it.
 *
 * @param implementation the implementation to follow, or empty for the one Kubernetes would use
 * @param claims the claims to allocate together
 * @param allocatedClaims claims in use already; the raw state below is added to theirs
 * @param timeoutSeconds how long the search may take, or null for the default
 */
record AllocationCase(
    String id,
    @Nullable String implementation,
    @Nullable Map<String, Boolean> features,
    Node node,
    @Nullable List<DeviceClass> classes,
    @Nullable List<ResourceSlice> slices,
    @Nullable List<ResourceClaim> claims,
    @Nullable List<ResourceClaim> allocatedClaims,
    @Nullable List<Entry> allocatedDevices,
    @Nullable List<Entry> allocatedShares,
    @Nullable List<Entry> consumedCapacity,
    @Nullable Double timeoutSeconds) {

  /** A device, a share of one, or what is used up of one's capacities. */
  record Entry(
      String driver,
      String pool,
      String device,
      @Nullable String shareID,
      @Nullable Map<String, Quantity> capacity) {

    /** What is not named has an empty name, as the oracle reads it. */
    Entry {
      driver = driver == null ? "" : driver;
      pool = pool == null ? "" : pool;
      device = device == null ? "" : device;
    }
  }

  /** Returns the list, or an empty one where the case has none. */
  static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
