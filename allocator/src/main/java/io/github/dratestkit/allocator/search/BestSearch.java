package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.inventory.Fingerprint;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks through all solutions and keeps the first of the least cost. It follows the order of the
 * ordinary search, but knows beforehand which devices each alternative could get, so that nothing
 * can fail on the way; a branch is cut as soon as it cannot cost less than the best solution so
 * far.
 */
final class BestSearch {

  /** Ends the walk. */
  private static final class Ended extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Ended() {
      super(null, null, false, false);
    }
  }

  private final List<ClaimPlan> claims;
  private final Candidates candidates;
  private final Eligibility eligibility;
  private final Reservations reservations;
  private final Pruning pruning;
  private final Goal goal;
  private final Budget budget;
  private final Choices choices;
  private final LeastCosts least;

  private final List<List<Alternative>> chosen = new ArrayList<>();
  private final Map<Fingerprint, Long> seen = new HashMap<>();
  private List<Placement> bestPlacements = List.of();
  private List<List<Alternative>> bestChosen = List.of();
  private long bestCost = Long.MAX_VALUE;
  private long steps;
  private long cost;

  BestSearch(
      List<ClaimPlan> claims,
      Candidates candidates,
      Eligibility eligibility,
      DeviceTests tests,
      Reservations reservations,
      Goal goal,
      Budget budget) {
    this.claims = claims;
    this.candidates = candidates;
    this.eligibility = eligibility;
    this.reservations = reservations;
    this.goal = goal;
    this.budget = budget;
    this.choices = new Choices(candidates, reservations);
    this.pruning =
        Pruning.of(
            claims,
            new DeviceKinds(eligibility, candidates, tests, reservations, goal::likeness),
            eligibility,
            tests,
            reservations,
            EnumSet.allOf(PruningRule.class));
    this.least = new LeastCosts(claims, candidates, eligibility, goal);
    for (ClaimPlan claim : claims) {
      List<Alternative> first = new ArrayList<>();
      claim.requests().forEach(request -> first.add(request.alternatives().get(0)));
      chosen.add(first);
    }
  }

  /** Returns whether the walk came to its end, so that nothing costs less than what was found. */
  boolean run() {
    try {
      request(0, 0);
      return true;
    } catch (Ended e) {
      return bestCost <= least.of(0, 0);
    }
  }

  boolean found() {
    return bestCost < Long.MAX_VALUE;
  }

  long cost() {
    return bestCost;
  }

  long steps() {
    return steps;
  }

  List<Placement> placements() {
    return bestPlacements;
  }

  List<List<Alternative>> chosen() {
    return bestChosen;
  }

  private void countStep() {
    steps++;
    if (budget.after(steps) != Budget.Verdict.CONTINUE) {
      throw new Ended();
    }
  }

  private void request(int claim, int request) {
    countStep();
    if (claim >= claims.size()) {
      keepIfBetter();
      return;
    }
    if (request >= claims.get(claim).requests().size()) {
      request(claim + 1, 0);
      return;
    }
    List<Alternative> alternatives = claims.get(claim).requests().get(request).alternatives();
    for (int rank = 0; rank < alternatives.size(); rank++) {
      Alternative alternative = alternatives.get(rank);
      chosen.get(claim).set(request, alternative);
      cost += goal.ofAlternative(rank);
      if (!isDominated(alternative)) {
        device(alternative, 0, 0);
      }
      cost -= goal.ofAlternative(rank);
    }
  }

  /** Says whether nothing better than what is known can follow. */
  private boolean isDominated(Alternative alternative) {
    if (isTooDear(alternative, 0)) {
      return true;
    }
    Fingerprint state = pruning.before(alternative).then(goal.memory(choices));
    Long before = seen.get(state);
    if (before != null && before <= cost) {
      return true;
    }
    seen.put(state, cost);
    return pruning.isHopeless(alternative, steps);
  }

  private boolean isTooDear(Alternative alternative, int position) {
    long ahead =
        least.ofDevices(alternative, position)
            + least.of(alternative.claim(), alternative.request() + 1);
    return cost + ahead + goal.togetherAtLeast(choices) >= bestCost;
  }

  private void keepIfBetter() {
    long total = cost + goal.together(choices);
    if (total < bestCost) {
      bestCost = total;
      bestPlacements = List.copyOf(reservations.placements());
      bestChosen = chosen.stream().map(List::copyOf).toList();
      if (bestCost <= least.of(0, 0)) {
        throw new Ended();
      }
    }
  }

  private void device(Alternative alternative, int position, int start) {
    countStep();
    if (alternative.wanted() instanceof Alternative.Wanted.All all
        && all.candidates().length == 0) {
      return;
    }
    if (position >= alternative.number()) {
      request(alternative.claim(), alternative.request() + 1);
      return;
    }
    int room = Preparation.MAX_RESULTS - reservations.placementsOf(alternative.claim());
    if (alternative.number() - position > room || isTooDear(alternative, position)) {
      return;
    }
    if (alternative.wanted() instanceof Alternative.Wanted.All all) {
      place(alternative, all.candidates()[position], position, 0);
      return;
    }
    Pruning.Choices alike = pruning.choices(alternative, position + 1 == alternative.number());
    for (int candidate = start; candidate < candidates.size(); candidate++) {
      if (eligibility.isEligible(alternative, candidate)
          && !reservations.isInUse(alternative, candidate)
          && reservations.hasCapacity(alternative, candidate)
          && !alike.isRepeated(candidate)) {
        place(alternative, candidate, position, candidate + 1);
      }
    }
  }

  private void place(Alternative alternative, int candidate, int position, int next) {
    if (!eligibility.isEligible(alternative, candidate)
        || !reservations.place(alternative, candidate, false)) {
      return;
    }
    long own =
        goal.ofDevice(candidates.device(candidate), new Asked(alternative.capacityRequests()));
    cost += own;
    pruning.changed(candidate);
    device(alternative, position + 1, next);
    cost -= own;
    reservations.undo();
    pruning.changed(candidate);
  }
}
