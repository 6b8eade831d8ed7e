package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.inventory.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The depth-first search over claims, requests, sub-requests and devices. It takes the steps that
 * upstream takes, in the same order, and counts them as upstream does (semantics §4.5).
 */
final class Search {

  /** How a branch ended. */
  enum End {
    FOUND,
    FAILED,
    /** It would need more devices than one allocation holds, whichever devices these are. */
    TOO_MANY
  }

  /** Ends the plain search; the pruned one starts anew. */
  private static final class NotNear extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotNear() {
      super(null, null, false, false);
    }
  }

  /** Most searches end earlier; preparing to prune costs about as much as so many steps. */
  private static final long PLAIN_STEPS = 1000;

  private final List<ClaimPlan> claims;
  private final Candidates candidates;
  private final DeviceTests tests;
  private final Reservations reservations;
  private final Budget budget;
  private final Set<PruningRule> rules;
  private final List<List<Alternative>> chosen = new ArrayList<>();
  private @Nullable Pruning pruning;
  private long plainSteps = Long.MAX_VALUE;
  private long steps;

  Search(
      List<ClaimPlan> claims,
      Candidates candidates,
      DeviceTests tests,
      Reservations reservations,
      Budget budget,
      Set<PruningRule> rules) {
    this.claims = claims;
    this.candidates = candidates;
    this.tests = tests;
    this.reservations = reservations;
    this.budget = budget;
    this.rules = rules;
    for (ClaimPlan claim : claims) {
      List<Alternative> first = new ArrayList<>();
      claim.requests().forEach(request -> first.add(request.alternatives().get(0)));
      chosen.add(first);
    }
  }

  /** Returns, for each claim, the chosen alternative of each request, once there is a solution. */
  List<List<Alternative>> chosen() {
    return chosen;
  }

  long steps() {
    return steps;
  }

  /**
   * Searches until the first solution, which is then in the reservations.
   *
   * @throws FatalProblem if the attempt must end
   * @throws SearchStopped if the budget is used up
   */
  boolean runWithoutPruning() {
    return request(0, 0) == End.FOUND;
  }

  /** Does the same, and prunes from the start. */
  boolean runPruned() {
    pruning = Pruning.of(claims, candidates, tests, reservations, rules);
    return request(0, 0) == End.FOUND;
  }

  /** Does the same, and begins to prune when it becomes clear that the answer is not near. */
  boolean run() {
    plainSteps = PLAIN_STEPS + 2L * tests.unknown();
    try {
      return request(0, 0) == End.FOUND;
    } catch (NotNear e) {
      plainSteps = Long.MAX_VALUE;
      reservations.undoAll();
      pruning = Pruning.of(claims, candidates, tests, reservations, rules);
      steps = pruning == null ? 0 : steps;
      return request(0, 0) == End.FOUND;
    }
  }

  private void countStep() {
    steps++;
    if (steps > plainSteps) {
      throw new NotNear();
    }
    Budget.Verdict verdict = budget.after(steps);
    if (verdict != Budget.Verdict.CONTINUE) {
      throw new SearchStopped(verdict);
    }
  }

  /** Satisfies a request of a claim and everything after it. */
  private End request(int claim, int request) {
    if (claim < claims.size() && request < claims.get(claim).requests().size()) {
      RequestPlan plan = claims.get(claim).requests().get(request);
      return plan.prioritized() ? firstAvailable(plan) : device(plan.alternatives().get(0), 0, 0);
    }
    countStep();
    if (claim >= claims.size()) {
      return End.FOUND;
    }
    End end = request(claim + 1, 0);
    return end == End.TOO_MANY ? End.FAILED : end;
  }

  /** Tries the sub-requests in order; a later one may need fewer devices. */
  private End firstAvailable(RequestPlan plan) {
    countStep();
    boolean allTooMany = true;
    for (Alternative alternative : plan.alternatives()) {
      End end = device(alternative, 0, 0);
      if (end == End.FOUND) {
        chosen.get(alternative.claim()).set(alternative.request(), alternative);
        return end;
      }
      allTooMany &= end == End.TOO_MANY;
    }
    return allTooMany ? End.TOO_MANY : End.FAILED;
  }

  /**
   * Finds a device for an alternative and everything after it.
   *
   * @param position how many devices the alternative has already
   * @param start the first device to try: those before it were tried in other combinations
   */
  private End device(Alternative alternative, int position, int start) {
    countStep();
    if (alternative.wanted() instanceof Alternative.Wanted.All all
        && all.candidates().length == 0) {
      return End.FAILED;
    }
    if (position >= alternative.number()) {
      return request(alternative.claim(), alternative.request() + 1);
    }
    int room = Preparation.MAX_RESULTS - reservations.placementsOf(alternative.claim());
    if (alternative.number() - position > room) {
      return End.TOO_MANY;
    }
    return pruning == null || position > 0
        ? choose(alternative, position, start)
        : chooseUnlessPruned(alternative, pruning);
  }

  private End chooseUnlessPruned(Alternative alternative, Pruning rules) {
    Fingerprint before = rules.before(alternative);
    End known = rules.known(before);
    if (known != null) {
      return known;
    }
    End end = rules.isHopeless(alternative, steps) ? End.FAILED : choose(alternative, 0, 0);
    if (end != End.FOUND) {
      rules.remember(before, end);
    }
    return end;
  }

  private End choose(Alternative alternative, int position, int start) {
    if (alternative.wanted() instanceof Alternative.Wanted.All all) {
      return fixedDevice(alternative, all.candidates()[position], position);
    }
    boolean last = position + 1 == alternative.number();
    Pruning.Choices choices = pruning == null ? null : pruning.choices(alternative, last);
    for (int candidate = start; candidate < candidates.size(); candidate++) {
      if (reservations.isInUse(alternative, candidate)
          || !tests.isSelectable(alternative, candidate)
          || !reservations.hasCapacity(alternative, candidate)
          || (choices != null && choices.isRepeated(candidate))
          || !reservations.place(alternative, candidate, false)) {
        continue;
      }
      changed(candidate);
      End end = device(alternative, position + 1, candidate + 1);
      if (end == End.FOUND) {
        return end;
      }
      reservations.undo();
      changed(candidate);
      if (end == End.TOO_MANY) {
        return end;
      }
    }
    return End.FAILED;
  }

  private void changed(int candidate) {
    if (pruning != null) {
      pruning.changed(candidate);
    }
  }

  /** Takes a device of a request for all devices: there is no other to try. */
  private End fixedDevice(Alternative alternative, int candidate, int position) {
    if (!reservations.place(alternative, candidate, true)) {
      return End.FAILED;
    }
    changed(candidate);
    End end = device(alternative, position + 1, 0);
    if (end != End.FOUND) {
      reservations.undo();
      changed(candidate);
    }
    return end;
  }
}
