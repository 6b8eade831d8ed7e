package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.Fingerprint;
import io.github.dratestkit.allocator.search.DeviceKinds.Component;
import io.github.dratestkit.allocator.search.DeviceKinds.CounterSetId;
import io.github.dratestkit.allocator.search.DeviceKinds.Kind;
import io.github.dratestkit.allocator.search.DeviceKinds.Value;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the search as far as it decides what can still be chosen, with the names left out:
 * two states with the same fingerprint have the same future. It is kept up to date component by
 * component as devices are taken and given back.
 */
final class SearchState {

  private final DeviceKinds kinds;
  private final List<ClaimPlan> claims;
  private final Reservations reservations;
  private final boolean adminAccess;
  private final @Nullable Fingerprint[] ofComponent;
  private Fingerprint sum = new Fingerprint(0, 0);

  SearchState(DeviceKinds kinds, List<ClaimPlan> claims, Reservations reservations) {
    this.kinds = kinds;
    this.claims = claims;
    this.reservations = reservations;
    this.adminAccess =
        claims.stream()
            .flatMap(claim -> claim.requests().stream())
            .flatMap(request -> request.alternatives().stream())
            .anyMatch(Alternative::adminAccess);
    this.ofComponent = new Fingerprint[kinds.components().size()];
    for (int i = 0; i < ofComponent.length; i++) {
      refresh(i);
    }
  }

  /** Notes that the device was taken or given back. */
  void changed(int candidate) {
    refresh(kinds.componentOf(candidate));
  }

  private void refresh(int number) {
    Component component = kinds.components().get(number);
    Fingerprint now = stateOf(component);
    Fingerprint before = ofComponent[number];
    ofComponent[number] = now;
    sum = sum.plus(now.then(0));
    if (before != null) {
      sum = sum.minus(before.then(0));
    }
  }

  private Fingerprint stateOf(Component component) {
    Fingerprint state = Fingerprint.START.then(component.componentClass());
    for (Kind kind : component.kinds()) {
      state = state.then(stateOf(kind));
    }
    for (Map.Entry<CounterSetId, List<String>> set : component.counterSets().entrySet()) {
      int member = memberOf(component, set.getKey());
      CounterLedger counters = reservations.countersOf(member);
      for (String counter : set.getValue()) {
        state = state.then(counters.left(set.getKey().name(), counter));
      }
      GroupLedger groups = reservations.groupsOf(member);
      if (groups != null) {
        state = state.then(groups.stateOf(set.getKey().name()));
      }
    }
    return state;
  }

  private Fingerprint stateOf(Kind kind) {
    if (!reservations.isShareable(kind.members()[0])) {
      int taken = 0;
      for (int member : kind.members()) {
        taken += reservations.isTaken(member) ? 1 : 0;
      }
      return Fingerprint.START.then(taken);
    }
    Fingerprint members = new Fingerprint(0, 0);
    for (int member : kind.members()) {
      members = members.plus(stateOf(member));
    }
    return members;
  }

  private static int memberOf(Component component, CounterSetId set) {
    for (Kind kind : component.kinds()) {
      if (kind.pool() == set.pool() && !kind.draws().isEmpty()) {
        return kind.members()[0];
      }
    }
    throw new IllegalStateException("no device draws from " + set);
  }

  boolean isShareable(int candidate) {
    return reservations.isShareable(candidate);
  }

  boolean isTaken(int candidate) {
    return reservations.isTaken(candidate);
  }

  /** Returns the state of one device, without what it has in common with its kind. */
  Fingerprint stateOf(int candidate) {
    Fingerprint state = Fingerprint.START.then(reservations.isTaken(candidate) ? 1 : 0);
    if (!reservations.isShareable(candidate)) {
      return state;
    }
    for (BigDecimal booked : reservations.capacities().booked(candidate)) {
      state = state.then(booked);
    }
    return state.then(reservations.capacities().isShared(candidate) ? 1 : 0);
  }

  /**
   * Returns the fingerprint of everything that decides whether this request and what follows can be
   * satisfied.
   */
  Fingerprint before(Alternative alternative) {
    Fingerprint total = sum;
    for (Map.Entry<Integer, Fingerprint> mark : marks(alternative).entrySet()) {
      Fingerprint plain = plain(mark.getKey());
      total = total.minus(plain.then(0)).plus(plain.then(mark.getValue()));
    }
    ClaimPlan claim = claims.get(alternative.claim());
    for (Constraint constraint : claim.constraints()) {
      if (matters(constraint, claim, alternative.request())) {
        total = total.then(constraint.remembered().size());
      }
    }
    return total.then(alternative.ordinal()).then(reservations.placementsOf(alternative.claim()));
  }

  /** Returns the fingerprint of a choice: equal ones lead to equal futures. */
  Fingerprint choice(int candidate, Map<Integer, Fingerprint> marks) {
    int component = kinds.componentOf(candidate);
    Fingerprint mark = marks.get(component);
    Fingerprint choice = plain(component).then(kinds.localKindOf(candidate));
    return choice.then(stateOf(candidate)).then(mark == null ? Fingerprint.START : mark);
  }

  private Fingerprint plain(int component) {
    Fingerprint known = ofComponent[component];
    if (known == null) {
      throw new IllegalStateException("component " + component + " has no state");
    }
    return known;
  }

  /**
   * Returns, for components in which the claim has made choices that bind it, what binds it: the
   * values that its constraints remember, and the devices that it may not have twice.
   */
  Map<Integer, Fingerprint> marks(Alternative alternative) {
    Map<Integer, Fingerprint> marks = new HashMap<>();
    ClaimPlan claim = claims.get(alternative.claim());
    for (int i = 0; i < claim.constraints().size(); i++) {
      Constraint constraint = claim.constraints().get(i);
      if (matters(constraint, claim, alternative.request())) {
        for (AttributeValue remembered : constraint.remembered()) {
          for (Object element : remembered.values()) {
            mark(marks, new Value(alternative.claim(), i, remembered.type(), element));
          }
        }
      }
    }
    if (adminAccess) {
      for (Placement placement : reservations.placements()) {
        if (placement.alternative().claim() == alternative.claim()) {
          int component = kinds.componentOf(placement.candidate());
          Fingerprint taken =
              Fingerprint.START.then(-1).then(kinds.localKindOf(placement.candidate()));
          marks.merge(component, taken, Fingerprint::plus);
        }
      }
    }
    return marks;
  }

  private void mark(Map<Integer, Fingerprint> marks, Value value) {
    int component = kinds.componentOf(value);
    if (component == DeviceKinds.NONE) {
      return;
    }
    Integer local = kinds.components().get(component).values().get(value);
    Fingerprint mark = Fingerprint.START.then(value.constraint()).then(local == null ? -1 : local);
    marks.merge(component, mark, Fingerprint::plus);
  }

  private static boolean matters(Constraint constraint, ClaimPlan claim, int request) {
    for (int i = request; i < claim.requests().size(); i++) {
      for (Alternative alternative : claim.requests().get(i).alternatives()) {
        if (constraint.appliesTo(alternative)) {
          return true;
        }
      }
    }
    return false;
  }
}
