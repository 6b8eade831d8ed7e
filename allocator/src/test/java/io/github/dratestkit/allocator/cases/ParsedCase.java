package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A case in the oracle's format, read into the objects that the allocator takes. */
public record ParsedCase(
    @Nullable String id,
    @Nullable String implementation,
    @Nullable Map<String, Boolean> features,
    Node node,
    @Nullable List<DeviceClass> classes,
    @Nullable List<ResourceSlice> slices,
    @Nullable List<ResourceClaim> claims,
    @Nullable List<ResourceClaim> allocatedClaims,
    @Nullable List<Entry> allocatedDevices,
    @Nullable List<Entry> allocatedShares,
    @Nullable List<Entry> consumedCapacity) {

  static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** A device, a share of one, or what is used up of one's capacities. */
  public record Entry(
      String driver,
      String pool,
      String device,
      @Nullable String shareID,
      @Nullable Map<String, Quantity> capacity) {}

  /** Reads a case that was built of JSON values. */
  public static ParsedCase of(Map<String, Object> values) {
    return JSON.convertValue(values, ParsedCase.class);
  }

  /** Reads a case that was written as JSON. */
  public static ParsedCase of(String json) {
    return JSON.readValue(json, ParsedCase.class);
  }

  public Set<AllocatorFeature> featureSet() {
    EnumSet<AllocatorFeature> set = EnumSet.noneOf(AllocatorFeature.class);
    if (features != null) {
      features.forEach(
          (name, on) -> {
            if (on) {
              set.add(AllocatorFeature.valueOf(name));
            }
          });
    }
    return set;
  }

  public AllocatorVariant variant() {
    return implementation == null || implementation.isEmpty()
        ? AllocatorVariant.of(featureSet())
        : AllocatorVariant.valueOf(implementation.toUpperCase(Locale.ROOT));
  }

  public List<ResourceClaim> allClaims() {
    return orNone(claims);
  }

  public List<ResourceSlice> allSlices() {
    return orNone(slices);
  }

  public List<DeviceClass> allClasses() {
    return orNone(classes);
  }

  public Snapshot snapshot() {
    return snapshot(Compatibility.UPSTREAM);
  }

  /** Returns what exists, for an allocator that follows upstream or the rules. */
  Snapshot snapshot(Compatibility compatibility) {
    Snapshot.Builder builder =
        Snapshot.builder(featureSet())
            .variant(variant())
            .compatibility(compatibility)
            .slices(allSlices())
            .deviceClasses(allClasses());
    for (Entry entry : orNone(allocatedDevices)) {
      builder.allocatedDevice(entry.driver, entry.pool, entry.device);
    }
    for (Entry entry : orNone(allocatedShares)) {
      builder.allocatedShare(entry.driver, entry.pool, entry.device, String.valueOf(entry.shareID));
    }
    for (Entry entry : orNone(consumedCapacity)) {
      Map<String, Quantity> capacity = entry.capacity == null ? Map.of() : entry.capacity;
      builder.consumedCapacity(entry.driver, entry.pool, entry.device, capacity);
    }
    heldResults().forEach(result -> addUse(result, builder));
    return builder.build();
  }

  /** Returns what earlier allocations hold; administrative access holds nothing. */
  List<DeviceRequestAllocationResult> heldResults() {
    return orNone(allocatedClaims).stream()
        .filter(claim -> claim.getStatus() != null && claim.getStatus().getAllocation() != null)
        .flatMap(claim -> claim.getStatus().getAllocation().getDevices().getResults().stream())
        .filter(result -> !Boolean.TRUE.equals(result.getAdminAccess()))
        .toList();
  }

  /** A share is a share here whatever the features are, as the oracle has it. */
  private static void addUse(DeviceRequestAllocationResult result, Snapshot.Builder builder) {
    String driver = result.getDriver();
    String pool = result.getPool();
    String device = result.getDevice();
    if (result.getShareID() == null) {
      builder.allocatedDevice(driver, pool, device);
      return;
    }
    builder.allocatedShare(driver, pool, device, result.getShareID());
    if (result.getConsumedCapacity() != null) {
      builder.consumedCapacity(driver, pool, device, result.getConsumedCapacity());
    }
  }

  static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
