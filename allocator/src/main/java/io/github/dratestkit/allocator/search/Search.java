package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.Budget;
import java.util.ArrayList;
import java.util.List;

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

  private final List<ClaimPlan> claims;
  private final Candidates candidates;
  private final DeviceTests tests;
  private final Reservations reservations;
  private final Budget budget;
  private final List<List<Alternative>> chosen = new ArrayList<>();
  private long steps;

  Search(
      List<ClaimPlan> claims,
      Candidates candidates,
      DeviceTests tests,
      Reservations reservations,
      Budget budget) {
    this.claims = claims;
    this.candidates = candidates;
    this.tests = tests;
    this.reservations = reservations;
    this.budget = budget;
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
  boolean run() {
    return request(0, 0) == End.FOUND;
  }

  private void countStep() {
    steps++;
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
    if (alternative.wanted() instanceof Alternative.Wanted.All all) {
      return fixedDevice(alternative, all.candidates()[position], position);
    }
    for (int candidate = start; candidate < candidates.size(); candidate++) {
      if (reservations.isInUse(alternative, candidate)
          || !tests.isSelectable(alternative, candidate)
          || !reservations.hasCapacity(alternative, candidate)
          || !reservations.place(alternative, candidate, false)) {
        continue;
      }
      End end = device(alternative, position + 1, candidate + 1);
      if (end == End.FOUND) {
        return end;
      }
      reservations.undo();
      if (end == End.TOO_MANY) {
        return end;
      }
    }
    return End.FAILED;
  }

  /** Takes a device of a request for all devices: there is no other to try. */
  private End fixedDevice(Alternative alternative, int candidate, int position) {
    if (!reservations.place(alternative, candidate, true)) {
      return End.FAILED;
    }
    End end = device(alternative, position + 1, 0);
    if (end != End.FOUND) {
      reservations.undo();
    }
    return end;
  }
}
