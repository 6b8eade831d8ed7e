package io.github.dratestkit.allocator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.Holdings;
import io.github.dratestkit.allocator.inventory.NodeInventory;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.PoolGatherer;
import io.github.dratestkit.allocator.inventory.PoolId;
import io.github.dratestkit.allocator.inventory.Quantities;
import io.github.dratestkit.allocator.inventory.SliceIndex;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What exists at one moment: slices, device classes and which devices are in use. Immutable; each
 * {@code with} method returns a snapshot that differs in one respect and shares the rest, so that
 * an unchanged slice is compiled once.
 *
 * <p>Slices are expected as the scheduler sees them, after device taint rules have been applied.
 */
public final class Snapshot {

  private final AllocatorRules rules;
  private final SliceIndex slices;
  private final PoolGatherer gatherer;
  private final Map<String, DeviceClass> classes;
  private final AllocatedState state;
  private final Holdings holdings;

  private Snapshot(
      AllocatorRules rules,
      SliceIndex slices,
      PoolGatherer gatherer,
      Map<String, DeviceClass> classes,
      AllocatedState state,
      Holdings holdings) {
    this.rules = rules;
    this.slices = slices;
    this.gatherer = gatherer;
    this.classes = classes;
    this.state = state;
    this.holdings = holdings;
  }

  private Snapshot withIndex(SliceIndex changed) {
    return new Snapshot(rules, changed, new PoolGatherer(changed, rules), classes, state, holdings);
  }

  /** Starts a snapshot for an allocator with these features. */
  public static Builder builder(Set<AllocatorFeature> features) {
    return new Builder(features);
  }

  /** Returns the implementation of Kubernetes whose answers are given. */
  public AllocatorVariant variant() {
    return rules.variant();
  }

  AllocatorRules rules() {
    return rules;
  }

  Map<String, DeviceClass> classes() {
    return classes;
  }

  AllocatedState state() {
    return state;
  }

  Holdings holdings() {
    return holdings;
  }

  SliceIndex slices() {
    return slices;
  }

  NodeInventory inventoryOf(Node node) {
    return gatherer.inventoryOf(node);
  }

  /**
   * Returns a snapshot with a slice added or changed.
   *
   * @param slice the slice as it is now
   * @param before the slice as it was, or null if it is new
   */
  public Snapshot withSlice(ResourceSlice slice, @Nullable ResourceSlice before) {
    return withIndex(slices.with(slice, before));
  }

  /** Returns a snapshot without a slice. */
  public Snapshot withoutSlice(ResourceSlice slice) {
    return withIndex(slices.without(slice));
  }

  /**
   * Returns a snapshot with these slices only; those that did not change are not compiled again.
   */
  public Snapshot withSlices(Collection<ResourceSlice> all) {
    return withIndex(SliceIndex.of(all, slices));
  }

  /** Returns a snapshot with these device classes only. */
  public Snapshot withDeviceClasses(Collection<DeviceClass> all) {
    return new Snapshot(rules, slices, gatherer, byName(all), state, holdings);
  }

  /** Returns a snapshot in which the devices of these claims, too, are in use. */
  public Snapshot withAllocated(Collection<ResourceClaim> claims) {
    AllocatedState.Builder more = state.toBuilder();
    more.claims(claims, rules.has(AllocatorFeature.ConsumableCapacity));
    return new Snapshot(
        rules, slices, gatherer, classes, more.build(), holdings.with(List.copyOf(claims)));
  }

  /** Returns a snapshot in which the devices of exactly these claims are in use. */
  public Snapshot withOnlyAllocated(Collection<ResourceClaim> claims) {
    return new Snapshot(rules, slices, gatherer, classes, AllocatedState.EMPTY, Holdings.NONE)
        .withAllocated(claims);
  }

  /** Returns a snapshot in which, of this pool, the devices of exactly these claims are in use. */
  public Snapshot withOnlyAllocatedOf(
      String driver, String pool, Collection<ResourceClaim> claims) {
    AllocatedState.Builder only = AllocatedState.EMPTY.toBuilder();
    only.claims(claims, rules.has(AllocatorFeature.ConsumableCapacity));
    PoolId id = new PoolId(driver, pool);
    return new Snapshot(
        rules,
        slices,
        gatherer,
        classes,
        state.withPool(id, only.build()),
        holdings.withPool(id, List.copyOf(claims)));
  }

  /**
   * Says whether nothing that an allocation on this node depends on differs between two snapshots:
   * neither classes, nor the pools it can reach, nor what of them is in use. It may say no although
   * nothing differs, never the other way round.
   */
  public boolean isSameFor(Node node, Snapshot other) {
    if (classes != other.classes || gatherer != other.gatherer) {
      return false;
    }
    if (state == other.state) {
      return true;
    }
    for (Pool pool : gatherer.poolsFor(node)) {
      if (!state.sharesWith(other.state, pool.id())) {
        return false;
      }
    }
    return true;
  }

  /** Says whether the node can reach the device, in use or not. */
  public boolean reaches(Node node, String driver, String pool, String device) {
    DeviceId id = new DeviceId(driver, pool, device);
    for (Pool candidate : gatherer.poolsFor(node)) {
      if (candidate instanceof Pool.Usable usable
          && usable.slices().stream()
              .flatMap(slice -> slice.devices().stream())
              .anyMatch(
                  one ->
                      one.id().equals(id)
                          && (!one.slice().selectsNodePerDevice()
                              || one.selection().matches(node)))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Says whether the node can reach devices of the pool of a device that draws from counters: then
   * more or less is left for them.
   */
  public boolean sharesCounters(Node node, DeviceId device) {
    return drawing(device, slices).isPresent()
        && gatherer.poolsFor(node).stream().anyMatch(pool -> pool.id().equals(device.poolId()));
  }

  /**
   * Returns a snapshot in which nobody can get these devices. Those of which no share is in use do
   * not draw from counters either, so that others which would exclude them can be had.
   */
  public Snapshot withholding(Collection<DeviceId> devices) {
    SliceIndex changed = slices;
    AllocatedState.Builder more = state.toBuilder();
    for (DeviceId device : devices) {
      Optional<CompiledSlice> drawing =
          state.of(device).isAllocated() ? Optional.empty() : drawing(device, changed);
      if (drawing.isPresent()) {
        changed = changed.with(notDrawing(device, drawing.get()), drawing.get().source());
      }
      more.device(device);
    }
    return (changed == slices ? this : withIndex(changed)).withState(more.build());
  }

  private Snapshot withState(AllocatedState changed) {
    return new Snapshot(rules, slices, gatherer, classes, changed, holdings);
  }

  private static Optional<CompiledSlice> drawing(DeviceId device, SliceIndex slices) {
    return slices.ofPool(device.poolId()).stream()
        .filter(
            slice ->
                slice.devices().stream()
                    .anyMatch(one -> one.id().equals(device) && !one.counterUses().isEmpty()))
        .findFirst();
  }

  private static ResourceSlice notDrawing(DeviceId device, CompiledSlice slice) {
    return new ResourceSliceBuilder(slice.source())
        .editSpec()
        .editMatchingDevice(one -> device.device().equals(one.getName()))
        .withConsumesCounters()
        .endDevice()
        .endSpec()
        .build();
  }

  private static Map<String, DeviceClass> byName(Collection<DeviceClass> classes) {
    Map<String, DeviceClass> byName = new HashMap<>();
    for (DeviceClass deviceClass : classes) {
      // One without a name cannot be asked for.
      if (deviceClass.getMetadata() != null && deviceClass.getMetadata().getName() != null) {
        byName.putIfAbsent(deviceClass.getMetadata().getName(), deviceClass);
      }
    }
    return byName;
  }

  /** Collects what exists. */
  public static final class Builder {

    private final EnumSet<AllocatorFeature> features = EnumSet.noneOf(AllocatorFeature.class);
    private @Nullable AllocatorVariant variant;
    private Compatibility compatibility = Compatibility.UPSTREAM;
    private Collection<ResourceSlice> slices = List.of();
    private Collection<DeviceClass> classes = List.of();
    private final AllocatedState.Builder anonymous = AllocatedState.EMPTY.toBuilder();
    private final List<ResourceClaim> holders = new ArrayList<>();

    private Builder(Set<AllocatorFeature> features) {
      this.features.addAll(features);
    }

    /**
     * Follows a certain implementation of Kubernetes instead of the one that it would use.
     *
     * @throws IllegalArgumentException if that implementation does not support the features
     */
    public Builder variant(AllocatorVariant chosen) {
      if (!chosen.supports(features)) {
        throw new IllegalArgumentException(
            "the "
                + chosen.channel()
                + " allocator does not support all of "
                + features
                + "; leave the variant out to get one that does");
      }
      this.variant = chosen;
      return this;
    }

    /** Follows the rules, or upstream where it breaks them; the default is upstream. */
    public Builder compatibility(Compatibility chosen) {
      this.compatibility = chosen;
      return this;
    }

    /** Sets the slices, in the order in which they are listed. */
    public Builder slices(Collection<ResourceSlice> all) {
      this.slices = all;
      return this;
    }

    public Builder deviceClasses(Collection<DeviceClass> all) {
      this.classes = all;
      return this;
    }

    /** Adds claims whose devices are in use; claims without an allocation use nothing. */
    public Builder allocatedClaims(Collection<ResourceClaim> claims) {
      holders.addAll(claims);
      return this;
    }

    /** Adds a device that is in use as a whole. */
    public Builder allocatedDevice(String driver, String pool, String device) {
      anonymous.device(new DeviceId(driver, pool, device));
      return this;
    }

    /** Adds a share of a device. */
    public Builder allocatedShare(String driver, String pool, String device, String shareId) {
      anonymous.share(new DeviceId(driver, pool, device), shareId);
      return this;
    }

    /** Adds to what the shares of a device take of its capacities. */
    public Builder consumedCapacity(
        String driver,
        String pool,
        String device,
        Map<String, io.fabric8.kubernetes.api.model.Quantity> amounts) {
      anonymous.consumed(new DeviceId(driver, pool, device), Quantities.of(amounts));
      return this;
    }

    public Snapshot build() {
      AllocatorVariant followed = variant == null ? AllocatorVariant.of(features) : variant;
      AllocatorRules rules = new AllocatorRules(features, followed, compatibility);
      SliceIndex index = SliceIndex.of(slices);
      AllocatedState unknown = anonymous.build();
      return new Snapshot(
              rules,
              index,
              new PoolGatherer(index, rules),
              byName(classes),
              unknown,
              Holdings.ofUnknown(unknown))
          .withAllocated(holders);
    }
  }
}
