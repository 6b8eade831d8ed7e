package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's view of devices: claims with what it has just written or only promised, classes,
 * and slices under the taint rules. It makes the allocator for an attempt, and a new one only when
 * something has changed.
 */
final class DeviceWorld {

  private final FeatureSet features;
  private final Informer<ResourceClaim> claims;
  private final Informer<ResourceSlice> slices;
  private final Informer<DeviceClass> classes;
  private final Supplier<Collection<DeviceTaintRule>> rules;
  private final PendingAllocations pending = new PendingAllocations();
  private final Map<ObjectKey, ResourceClaim> allocated = new LinkedHashMap<>();
  private long claimVersion;
  private long inventoryVersion;
  private final Supplier<String> shareIds;
  private @Nullable Snapshot inventory;
  private long snapshotInventory = -1;
  private @Nullable ClassResolver resolver;
  private long resolverInventory = -1;
  private @Nullable Allocator allocator;
  private long allocatorClaims = -1;
  private long allocatorPending = -1;
  private long allocatorInventory = -1;

  DeviceWorld(
      FeatureSet features,
      Informer<ResourceClaim> claims,
      Informer<ResourceSlice> slices,
      Informer<DeviceClass> classes,
      Supplier<Collection<DeviceTaintRule>> rules,
      Supplier<String> shareIds) {
    this.features = features;
    this.claims = claims;
    this.slices = slices;
    this.classes = classes;
    this.rules = rules;
    this.shareIds = shareIds;
  }

  Optional<ResourceClaim> claim(String namespace, String name) {
    return claims.get(namespace, name);
  }

  boolean hasClass(String name) {
    return classes.get(null, name).isPresent();
  }

  Collection<ResourceClaim> claims() {
    return claims.all();
  }

  /** Returns which classes provide which extended resources now. */
  ClassResolver resolver() {
    if (resolver == null || resolverInventory != inventoryVersion) {
      resolver = new ClassResolver(classes.all());
      resolverInventory = inventoryVersion;
    }
    return resolver;
  }

  PendingAllocations pending() {
    return pending;
  }

  /** Takes in that a claim has changed or gone. */
  void claimChanged(ResourceClaim claim, boolean gone) {
    note(claim, gone);
  }

  /** Takes the answer to a write as known. */
  void assume(ResourceClaim written) {
    claims.assume(written);
    note(written, false);
  }

  /** Takes in that slices, classes or rules have changed. */
  void inventoryChanged() {
    inventoryVersion++;
  }

  /** Returns an allocator on what is known now. */
  Allocator allocator() {
    if (allocator == null
        || allocatorClaims != claimVersion
        || allocatorPending != pending.version()
        || allocatorInventory != inventoryVersion) {
      allocator = Allocator.of(inventory().withOnlyAllocated(allocatedClaims()), shareIds);
      allocatorClaims = claimVersion;
      allocatorPending = pending.version();
      allocatorInventory = inventoryVersion;
    }
    return allocator;
  }

  private Snapshot inventory() {
    if (inventory == null || snapshotInventory != inventoryVersion) {
      Snapshot before =
          inventory == null ? Snapshot.builder(features.allocatorFeatures()).build() : inventory;
      inventory =
          before
              .withSlices(RuledSlices.apply(slices.all(), rules.get()))
              .withDeviceClasses(List.copyOf(classes.all()));
      snapshotInventory = inventoryVersion;
    }
    return inventory;
  }

  /** Returns the claims in use: as stored, and as promised where that is not stored yet. */
  private List<ResourceClaim> allocatedClaims() {
    Collection<ResourceClaim> promised = pending.claims();
    if (promised.isEmpty()) {
      return List.copyOf(allocated.values());
    }
    Map<String, ResourceClaim> byUid =
        promised.stream()
            .collect(
                Collectors.toMap(
                    claim -> claim.getMetadata().getUid(),
                    Function.identity(),
                    (first, second) -> first,
                    LinkedHashMap::new));
    List<ResourceClaim> all = new ArrayList<>(promised);
    for (ResourceClaim claim : allocated.values()) {
      if (!byUid.containsKey(claim.getMetadata().getUid())) {
        all.add(claim);
      }
    }
    return all;
  }

  private void note(ResourceClaim claim, boolean gone) {
    ObjectKey key = ObjectKey.of(claim);
    boolean changed =
        gone || !PodClaims.isAllocated(claim)
            ? allocated.remove(key) != null
            : differs(allocated.put(key, claim), claim);
    if (changed) {
      claimVersion++;
    }
  }

  private static boolean differs(@Nullable ResourceClaim before, ResourceClaim now) {
    return before == null
        || !before.getStatus().getAllocation().equals(now.getStatus().getAllocation());
  }
}
