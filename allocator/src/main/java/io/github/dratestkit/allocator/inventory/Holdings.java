package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who holds the devices in use: allocated claims and, where only the use is known, nobody by name.
 * Immutable. A change is only noted, because nobody but an explanation asks; after many changes the
 * notes are gathered into one.
 */
public final class Holdings {

  private static final int MOST_NOTES = 512;

  /** Nothing is held. */
  public static final Holdings NONE = new Holdings(AllocatedState.EMPTY, null, List.of(), null, 0);

  private final AllocatedState anonymous;
  private final @Nullable Holdings before;
  private final Collection<ResourceClaim> added;

  /** The pool of which nobody else holds a device, if this note is about one. */
  private final @Nullable PoolId replaced;

  private final int notes;

  private Holdings(
      AllocatedState anonymous,
      @Nullable Holdings before,
      Collection<ResourceClaim> added,
      @Nullable PoolId replaced,
      int notes) {
    this.anonymous = anonymous;
    this.before = before;
    this.added = added;
    this.replaced = replaced;
    this.notes = notes;
  }

  /** Returns holdings of which no claim is known. */
  public static Holdings ofUnknown(AllocatedState use) {
    return new Holdings(use, null, List.of(), null, 0);
  }

  /** Returns these holdings and those of more claims. */
  public Holdings with(Collection<ResourceClaim> claims) {
    return new Holdings(anonymous, this, claims, null, notes + 1).gathered();
  }

  /** Returns holdings in which exactly these claims hold devices of the pool. */
  public Holdings withPool(PoolId pool, Collection<ResourceClaim> claims) {
    AllocatedState rest =
        anonymous == AllocatedState.EMPTY
            ? anonymous
            : anonymous.withPool(pool, AllocatedState.EMPTY);
    return new Holdings(rest, this, claims, pool, notes + 1).gathered();
  }

  private Holdings gathered() {
    return notes < MOST_NOTES ? this : new Holdings(anonymous, null, claims(), null, 0);
  }

  /** Returns the use that no claim accounts for. */
  public AllocatedState anonymous() {
    return anonymous;
  }

  /** Returns the claims that hold one of these devices, in the order they were added. */
  public List<ResourceClaim> holdersOf(Set<DeviceId> devices) {
    return claims().stream()
        .filter(
            claim -> resultsOf(claim).stream().map(Holdings::device).anyMatch(devices::contains))
        .toList();
  }

  /** Reads the notes from the newest: what one says of a pool, older ones no longer know. */
  private List<ResourceClaim> claims() {
    List<ResourceClaim> claims = new ArrayList<>();
    Set<String> named = new HashSet<>();
    Set<PoolId> settled = new HashSet<>();
    for (Holdings note = this; note != null; note = note.before) {
      List<ResourceClaim> known = new ArrayList<>(note.added);
      Collections.reverse(known);
      for (ResourceClaim claim : known) {
        boolean current =
            resultsOf(claim).stream().anyMatch(result -> !settled.contains(pool(result)));
        if (current && named.add(name(claim))) {
          claims.add(claim);
        }
      }
      if (note.replaced != null) {
        settled.add(note.replaced);
      }
    }
    Collections.reverse(claims);
    return claims;
  }

  private static String name(ResourceClaim claim) {
    return claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
  }

  private static List<DeviceRequestAllocationResult> resultsOf(ResourceClaim claim) {
    if (claim.getStatus() == null || claim.getStatus().getAllocation() == null) {
      return List.of();
    }
    return claim.getStatus().getAllocation().getDevices().getResults().stream()
        .filter(result -> !Boolean.TRUE.equals(result.getAdminAccess()))
        .toList();
  }

  private static PoolId pool(DeviceRequestAllocationResult result) {
    return new PoolId(result.getDriver(), result.getPool());
  }

  private static DeviceId device(DeviceRequestAllocationResult result) {
    return new DeviceId(result.getDriver(), result.getPool(), result.getDevice());
  }
}
