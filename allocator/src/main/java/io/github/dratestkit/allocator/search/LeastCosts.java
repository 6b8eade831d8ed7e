package io.github.dratestkit.allocator.search;

import java.util.ArrayList;
import java.util.List;

/** The least that requests cost whatever else is chosen: each gets its cheapest devices. */
final class LeastCosts {

  private final List<Long> ofAlternative = new ArrayList<>();
  private final List<List<Long>> from = new ArrayList<>();

  LeastCosts(List<ClaimPlan> claims, Candidates candidates, Eligibility eligibility, Goal goal) {
    for (ClaimPlan claim : claims) {
      List<Long> ofRequests = new ArrayList<>();
      for (RequestPlan request : claim.requests()) {
        long least = Long.MAX_VALUE;
        for (int rank = 0; rank < request.alternatives().size(); rank++) {
          Alternative alternative = request.alternatives().get(rank);
          ofAlternative.add(cheapestDevice(alternative, candidates, eligibility, goal));
          least = Math.min(least, goal.ofAlternative(rank) + ofDevices(alternative, 0));
        }
        ofRequests.add(least == Long.MAX_VALUE ? 0 : least);
      }
      from.add(ofRequests);
    }
    sumUp();
  }

  private static long cheapestDevice(
      Alternative alternative, Candidates candidates, Eligibility eligibility, Goal goal) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < candidates.size(); i++) {
      if (eligibility.isEligible(alternative, i)) {
        Asked asked = new Asked(alternative.capacityRequests());
        least = Math.min(least, goal.ofDevice(candidates.device(i), asked));
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  private void sumUp() {
    long sum = 0;
    for (int claim = from.size() - 1; claim >= 0; claim--) {
      List<Long> ofRequests = from.get(claim);
      for (int request = ofRequests.size() - 1; request >= 0; request--) {
        sum += ofRequests.get(request);
        ofRequests.set(request, sum);
      }
    }
  }

  /** Returns the least that the devices which the alternative still needs cost. */
  long ofDevices(Alternative alternative, int position) {
    int missing = Math.max(0, alternative.number() - position);
    return ofAlternative.get(alternative.ordinal()) * missing;
  }

  /** Returns the least that this request and all after it cost. */
  long of(int claim, int request) {
    for (int i = claim; i < from.size(); i++) {
      int first = i == claim ? request : 0;
      if (first < from.get(i).size()) {
        return from.get(i).get(first);
      }
    }
    return 0;
  }
}
