package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Holder;
import io.github.dratestkit.allocator.Room;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.Holdings;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells a full node from one that never fits, and finds the least set of holders whose release
 * makes the claims fit: first a set of which no part is enough, by taking back one release after
 * another; then every smaller set.
 */
final class LeastRelease {

  /** One holder and what remembers its use. */
  private record Candidate(Holder holder, List<ResourceClaim> claim, List<DeviceId> device) {}

  private final Ground ground;
  private final Trials trials;
  private final Holdings holdings;
  private final Trial trial;
  private final List<DeviceId> used;

  LeastRelease(Ground ground, Trials trials, Holdings holdings, Trial trial) {
    this.ground = ground;
    this.trials = trials;
    this.holdings = holdings;
    this.trial = trial;
    this.used = trial.state().devicesOf(trial.pools());
  }

  Room find() {
    List<Candidate> all = candidates();
    Trials.Fit empty = fit(all, all);
    if (empty != Trials.Fit.YES) {
      return empty == Trials.Fit.NO ? new Room.ImpossibleHere() : new Room.Undecided();
    }
    List<Candidate> released = new ArrayList<>(all);
    for (Candidate candidate : all) {
      List<Candidate> fewer = new ArrayList<>(released);
      fewer.remove(candidate);
      if (fit(fewer, all) == Trials.Fit.YES) {
        released = fewer;
      }
    }
    boolean least = true;
    for (int size = 1; size < released.size() && least; size++) {
      List<Candidate> smaller = new ArrayList<>();
      switch (choose(all, 0, size, smaller)) {
        case YES -> {
          return fullNow(smaller, true);
        }
        case UNKNOWN -> least = false;
        case NO -> {}
      }
    }
    return fullNow(released, least);
  }

  private static Room fullNow(List<Candidate> released, boolean least) {
    return new Room.FullNow(released.stream().map(Candidate::holder).toList(), least);
  }

  /** Completes {@code chosen} to the first set of {@code size} that is enough. */
  private Trials.Fit choose(List<Candidate> all, int from, int size, List<Candidate> chosen) {
    if (chosen.size() == size) {
      return fit(chosen, all);
    }
    for (int i = from; i <= all.size() - (size - chosen.size()); i++) {
      chosen.add(all.get(i));
      Trials.Fit fit = choose(all, i + 1, size, chosen);
      if (fit == Trials.Fit.YES) {
        return fit;
      }
      chosen.remove(chosen.size() - 1);
      if (fit == Trials.Fit.UNKNOWN) {
        return fit;
      }
    }
    return Trials.Fit.NO;
  }

  private List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    for (ResourceClaim claim : holdings.holdersOf(Set.copyOf(used))) {
      candidates.add(
          new Candidate(new Holder.Claim(ClaimNames.of(claim)), List.of(claim), List.of()));
    }
    for (DeviceId id : holdings.anonymous().devicesOf(trial.pools())) {
      candidates.add(
          new Candidate(
              new Holder.Device(id.driver(), id.pool(), id.device()), List.of(), List.of(id)));
    }
    return candidates;
  }

  private Trials.Fit fit(List<Candidate> released, List<Candidate> all) {
    Set<Candidate> kept = new HashSet<>(all);
    released.forEach(kept::remove);
    Set<DeviceId> gone = new HashSet<>();
    released.forEach(candidate -> gone.addAll(candidate.device()));
    AllocatedState.Builder state = holdings.anonymous().without(gone).toBuilder();
    for (Candidate candidate : all) {
      if (kept.contains(candidate)) {
        state.claims(candidate.claim(), ground.rules().has(AllocatorFeature.ConsumableCapacity));
      }
    }
    return trials.of(trial.withState(state.build()));
  }
}
