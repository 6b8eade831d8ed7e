package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The devices chosen so far and everything they take. A device that is refused leaves no trace, and
 * the device chosen last can be taken back. The order of the checks is upstream's (semantics §4.7).
 */
final class Reservations {

  private static final String NODE_FEATURE = "DRAOptionalNodeOperations";

  private final AllocatorRules rules;
  private final AllocatedState state;
  private final List<ClaimPlan> claims;
  private final Candidates candidates;
  private final DeviceTests tests;
  private final boolean nodeSkipsOperations;

  private final List<Placement> placements = new ArrayList<>();
  private final int[] placementsOfClaim;

  /** How often each device is taken as a whole: several claims may have administrative access. */
  private final int[] taken;

  private final CapacityLedger capacities;
  private final @Nullable CounterLedger[] counters;
  private final @Nullable GroupLedger[] groups;

  Reservations(
      AllocatorRules rules,
      AllocatedState state,
      Node node,
      List<ClaimPlan> claims,
      Candidates candidates,
      DeviceTests tests) {
    this.rules = rules;
    this.state = state;
    this.claims = claims;
    this.candidates = candidates;
    this.tests = tests;
    this.nodeSkipsOperations = skipsOperations(node);
    this.placementsOfClaim = new int[claims.size()];
    this.taken = new int[candidates.size()];
    this.capacities = new CapacityLedger(candidates);
    this.counters = new CounterLedger[candidates.pools().size()];
    this.groups = new GroupLedger[candidates.pools().size()];
  }

  /** Says whether the node can leave out operations that slices say may be skipped. */
  static boolean skipsOperations(Node node) {
    return node.getStatus() != null
        && node.getStatus().getDeclaredFeatures().contains(NODE_FEATURE);
  }

  List<Placement> placements() {
    return placements;
  }

  int placementsOf(int claim) {
    return placementsOfClaim[claim];
  }

  /** Says whether the device is taken as a whole, so that the alternative cannot have it. */
  boolean isInUse(Alternative alternative, int candidate) {
    return alternative.adminAccess()
        ? taken[candidate] > 0 && isTakenBy(alternative.claim(), candidate)
        : taken[candidate] > 0 || candidates.use(candidate).exclusive();
  }

  private boolean isTakenBy(int claim, int candidate) {
    for (int i = placements.size() - 1; i >= 0; i--) {
      Placement placement = placements.get(i);
      if (placement.candidate() == candidate
          && placement.alternative().claim() == claim
          && placement.share() == null) {
        return true;
      }
    }
    return false;
  }

  /** Says whether enough of the device's capacities is left. */
  boolean hasCapacity(Alternative alternative, int candidate) {
    return !rules.has(AllocatorFeature.ConsumableCapacity)
        || takesDeviceWhole(alternative, candidate)
        || capacities.fits(tests.amounts(alternative, candidate), candidate);
  }

  /** The everyday case, in which there is nothing to compute. */
  private boolean takesDeviceWhole(Alternative alternative, int candidate) {
    return alternative.capacityRequests().isEmpty()
        && candidates.use(candidate).consumed() == null
        && candidates.device(candidate).offersItselfWhole();
  }

  /**
   * Takes the device for the alternative, unless some rule refuses it.
   *
   * @param must whether there is no other device to try, so that a constraint's refusal is an error
   * @throws FatalProblem if the attempt must end
   */
  boolean place(Alternative alternative, int candidate, boolean must) {
    CompiledDevice device = candidates.device(candidate);
    boolean shareable = isShareable(device);
    if (isInUse(alternative, candidate) || !isAllowedOnNode(device)) {
      return false;
    }
    boolean draws = !device.counterUses().isEmpty();
    if (draws && !rules.has(AllocatorFeature.PartitionableDevices)) {
      return false;
    }
    boolean charged =
        draws && !takesNothing(alternative) && !(shareable && capacities.isShared(candidate));
    if (charged && !charge(device, candidate)) {
      return false;
    }
    if (isKeptOffByTaint(alternative, device) || !satisfiesConstraints(alternative, device, must)) {
      uncharge(device, candidate, charged);
      return false;
    }
    CapacityDemand.Amounts share = null;
    if (rules.has(AllocatorFeature.ConsumableCapacity)
        && !takesDeviceWhole(alternative, candidate)) {
      CapacityDemand.Amounts amounts = tests.amounts(alternative, candidate);
      if (amounts == null || !capacities.fits(amounts, candidate)) {
        removeFromConstraints(alternative);
        uncharge(device, candidate, charged);
        return false;
      }
      share = shareable ? amounts : null;
    }
    record(new Placement(alternative, candidate, charged, share));
    return true;
  }

  /** Administrative access takes nothing from others; upstream makes it wait for counters. */
  private boolean takesNothing(Alternative alternative) {
    return alternative.adminAccess() && !rules.followsUpstream();
  }

  /**
   * Says whether the device could be taken if nothing else were chosen, constraints aside.
   *
   * @throws FatalProblem if an amount cannot be computed, whatever else is against the device
   */
  boolean couldPlace(Alternative alternative, int candidate) {
    CompiledDevice device = candidates.device(candidate);
    boolean fits =
        !rules.has(AllocatorFeature.ConsumableCapacity)
            || takesDeviceWhole(alternative, candidate)
            || capacities.couldFit(tests.amounts(alternative, candidate), candidate);
    return fits
        && (alternative.adminAccess() || !candidates.use(candidate).exclusive())
        && isAllowedOnNode(device)
        && (device.counterUses().isEmpty() || rules.has(AllocatorFeature.PartitionableDevices))
        && !isKeptOffByTaint(alternative, device);
  }

  /** Says whether the device is taken as a whole by a device chosen in this attempt. */
  boolean isTaken(int candidate) {
    return taken[candidate] > 0;
  }

  /** Says whether further shares of the device can be taken. */
  boolean isShareable(int candidate) {
    return isShareable(candidates.device(candidate));
  }

  CapacityLedger capacities() {
    return capacities;
  }

  /** Returns the names of the device's capacities, in the order in which they are booked. */
  Set<String> capacitiesOf(int candidate) {
    return candidates.device(candidate).capacities().keySet();
  }

  /** Returns the counters of the pool that the device belongs to. */
  CounterLedger countersOf(int candidate) {
    return counters(candidate);
  }

  /** Returns the compatibility groups of the device's pool, or null if they are not looked at. */
  @Nullable GroupLedger groupsOf(int candidate) {
    return rules.has(AllocatorFeature.CompatibilityGroups) ? groups(candidate) : null;
  }

  private void record(Placement placement) {
    if (placement.share() == null) {
      taken[placement.candidate()]++;
    } else {
      capacities.book(placement.share(), placement.candidate());
    }
    placements.add(placement);
    placementsOfClaim[placement.alternative().claim()]++;
  }

  /** Takes back the device that was chosen last. */
  void undo() {
    Placement placement = placements.remove(placements.size() - 1);
    placementsOfClaim[placement.alternative().claim()]--;
    if (placement.share() == null) {
      taken[placement.candidate()]--;
    } else {
      capacities.unbook(placement.share(), placement.candidate());
    }
    removeFromConstraints(placement.alternative());
    uncharge(candidates.device(placement.candidate()), placement.candidate(), placement.charged());
  }

  /** Takes back all devices. */
  void undoAll() {
    while (!placements.isEmpty()) {
      undo();
    }
  }

  private boolean isShareable(CompiledDevice device) {
    return rules.has(AllocatorFeature.ConsumableCapacity) && device.allowsMultipleAllocations();
  }

  /** Only the experimental implementation looks at the operations that a slice skips. */
  private boolean isAllowedOnNode(CompiledDevice device) {
    return rules.variant() != AllocatorVariant.EXPERIMENTAL
        || device.slice().skipNodeOperations().isEmpty()
        || (rules.has(AllocatorFeature.OptionalNodeOperations) && nodeSkipsOperations);
  }

  private boolean charge(CompiledDevice device, int candidate) {
    boolean grouped = rules.has(AllocatorFeature.CompatibilityGroups);
    if (grouped && !groups(candidate).admit(device)) {
      return false;
    }
    if (!counters(candidate).reserve(device)) {
      if (grouped) {
        groups(candidate).remove(device);
      }
      return false;
    }
    return true;
  }

  private void uncharge(CompiledDevice device, int candidate, boolean charged) {
    if (!charged) {
      return;
    }
    counters(candidate).release(device);
    if (rules.has(AllocatorFeature.CompatibilityGroups)) {
      groups(candidate).remove(device);
    }
  }

  private CounterLedger counters(int candidate) {
    int pool = candidates.poolOf(candidate);
    CounterLedger ledger = counters[pool];
    if (ledger == null) {
      ledger = new CounterLedger((Pool.Usable) candidates.pools().get(pool), state, rules);
      counters[pool] = ledger;
    }
    return ledger;
  }

  private GroupLedger groups(int candidate) {
    int pool = candidates.poolOf(candidate);
    GroupLedger ledger = groups[pool];
    if (ledger == null) {
      ledger = new GroupLedger((Pool.Usable) candidates.pools().get(pool), state);
      groups[pool] = ledger;
    }
    return ledger;
  }

  private boolean isKeptOffByTaint(Alternative alternative, CompiledDevice device) {
    if (!rules.has(AllocatorFeature.DeviceTaints)) {
      return false;
    }
    for (DeviceTaint taint : device.blockingTaints()) {
      if (!isTolerated(taint, alternative.tolerations())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTolerated(DeviceTaint taint, List<DeviceToleration> tolerations) {
    for (DeviceToleration toleration : tolerations) {
      if (Tolerance.tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  private boolean satisfiesConstraints(
      Alternative alternative, CompiledDevice device, boolean must) {
    List<Constraint> constraints = claims.get(alternative.claim()).constraints();
    for (int i = 0; i < constraints.size(); i++) {
      if (constraints.get(i).add(alternative, device)) {
        continue;
      }
      for (int added = i - 1; added >= 0; added--) {
        constraints.get(added).remove(alternative);
      }
      if (must) {
        throw new FatalProblem(
            "claim "
                + claims.get(alternative.claim()).name()
                + ", request "
                + alternative.fullName()
                + ": cannot add device "
                + device
                + " because a claim constraint would not be satisfied");
      }
      return false;
    }
    return true;
  }

  private void removeFromConstraints(Alternative alternative) {
    List<Constraint> constraints = claims.get(alternative.claim()).constraints();
    for (int i = constraints.size() - 1; i >= 0; i--) {
      constraints.get(i).remove(alternative);
    }
  }
}
