package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
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
  private final DevicesInUse inUse = new DevicesInUse();
  private final PendingAllocations pending = new PendingAllocations(inUse);
  private final KnownOutcomes outcomes = new KnownOutcomes();

  /** Claims of which it is not known whether they were written, by uid. */
  private final Map<String, ObjectKey> doubtful = new LinkedHashMap<>();

  private long inventoryVersion;
  private final Supplier<String> shareIds;
  private final ClassResolver resolver = new ClassResolver();
  private @Nullable Snapshot snapshot;
  private long snapshotInventory = -1;
  private @Nullable Allocator allocator;

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

  /**
   * Returns a published device.
   *
   * @param node where it must be usable, or null for anywhere
   */
  Optional<Device> device(DeviceRequestAllocationResult result, @Nullable Node node) {
    return slices.all().stream()
        .filter(slice -> slice.getSpec().getDriver().equals(result.getDriver()))
        .filter(slice -> slice.getSpec().getPool().getName().equals(result.getPool()))
        .filter(slice -> node == null || NodeSelectors.reaches(slice, node))
        .flatMap(slice -> slice.getSpec().getDevices().stream())
        .filter(device -> device.getName().equals(result.getDevice()))
        .findFirst();
  }

  /** Returns which classes provide which extended resources now. */
  ClassResolver resolver() {
    return resolver;
  }

  PendingAllocations pending() {
    return pending;
  }

  /** Takes in that a claim has changed or gone. */
  void claimChanged(ResourceClaim claim, boolean gone) {
    if (gone) {
      inUse.forget(claim.getMetadata().getUid());
    } else {
      inUse.store(claim);
    }
  }

  /** Takes the answer to a write as known. */
  void assume(ResourceClaim written) {
    claims.assume(written);
    claims
        .get(written.getMetadata().getNamespace(), written.getMetadata().getName())
        .ifPresent(inUse::store);
  }

  /**
   * Takes in that a claim may have been written. What it was to get stays held until the claim is
   * heard of again, or another claim could be given the same devices.
   */
  void doubt(ResourceClaim claim) {
    String uid = claim.getMetadata().getUid();
    if (pending.get(uid).isPresent() && doubtful.put(uid, ObjectKey.of(claim)) == null) {
      pending.keep(uid);
    }
  }

  /** Takes in how a claim is now, as it was just read. */
  void heardOf(ResourceClaim claim) {
    assume(claim);
    doubtNoMore(claim.getMetadata().getUid());
  }

  /** Reads every claim that is in doubt; one that cannot be read stays so. */
  void resolveDoubts(Writes writes) {
    for (Map.Entry<String, ObjectKey> entry : new LinkedHashMap<>(doubtful).entrySet()) {
      ObjectKey key = entry.getValue();
      try {
        writes
            .get(ResourceClaim.class, key.namespace(), key.name())
            .filter(now -> now.getMetadata().getUid().equals(entry.getKey()))
            .ifPresent(this::assume);
        doubtNoMore(entry.getKey());
      } catch (ApiException refused) {
        return;
      }
    }
  }

  private void doubtNoMore(String uid) {
    if (doubtful.remove(uid) != null) {
      pending.release(uid);
    }
  }

  /** Takes in that a class has changed. */
  void classChanged(Change<DeviceClass> change) {
    resolver.apply(change);
    inventoryChanged();
  }

  /** Takes in that slices, classes or rules have changed. */
  void inventoryChanged() {
    inventoryVersion++;
  }

  /** Returns an allocator on what is known now. */
  Allocator allocator() {
    Snapshot current = snapshot();
    if (allocator == null || current != snapshot) {
      snapshot = current;
      allocator = Allocator.of(current, shareIds);
    }
    return allocator;
  }

  /** Returns what is known now. */
  Snapshot current() {
    allocator();
    return Objects.requireNonNull(snapshot);
  }

  /** Returns an allocator that remembers what it has said of claims that ask for the same. */
  KnownOutcomes.Asking asking(List<ResourceClaim> wanting) {
    Allocator current = allocator();
    return outcomes.of(wanting, current, Objects.requireNonNull(snapshot));
  }

  private Snapshot snapshot() {
    Snapshot current =
        snapshot == null ? Snapshot.builder(features.allocatorFeatures()).build() : snapshot;
    if (snapshotInventory != inventoryVersion) {
      current =
          current
              .withSlices(RuledSlices.apply(slices.all(), rules.get()))
              .withDeviceClasses(List.copyOf(classes.all()));
      snapshotInventory = inventoryVersion;
    }
    return inUse.hasChanged() ? inUse.bringUpToDate(current) : current;
  }
}
