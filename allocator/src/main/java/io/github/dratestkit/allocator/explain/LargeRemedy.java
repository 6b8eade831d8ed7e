package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import java.util.List;
import java.util.Optional;

/**
 * Finds some way to make claims fit when no few changes are enough: it makes every change that
 * could help until they fit, then takes back what is not needed.
 */
final class LargeRemedy {

  private static final int MOST_ROUNDS = 4;

  private final Trial start;
  private final Trials trials;
  private final ChangedTrial changed;
  private final Proposals proposals;

  LargeRemedy(Trial start, Ground ground, Trials trials) {
    this.start = start;
    this.trials = trials;
    this.changed = new ChangedTrial(ground);
    this.proposals = new Proposals(ground);
  }

  /** Returns one remedy, or none. */
  List<List<Change>> of(List<ClaimPart> conflict) {
    Remedy remedy = Remedy.NONE;
    Optional<List<ClaimPart>> unresolved = Optional.of(conflict);
    for (int round = 0; round < MOST_ROUNDS && unresolved.isPresent(); round++) {
      for (Proposal proposal : proposals.of(remedy.madeTo(start, changed), unresolved.get())) {
        if (remedy.uses().stream().anyMatch(use -> use.proposal().equals(proposal))) {
          continue;
        }
        remedy = remedy.with(proposal);
        if (trials.of(remedy.madeTo(start, changed)) == Trials.Fit.YES) {
          Remedy needed = new Shortening(start, trials, changed).of(remedy);
          return trials.areExhausted() ? List.of() : List.of(needed.changes());
        }
      }
      unresolved = new Conflict(trials).of(remedy.madeTo(start, changed));
    }
    return List.of();
  }
}
