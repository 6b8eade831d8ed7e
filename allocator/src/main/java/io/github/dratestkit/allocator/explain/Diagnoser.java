package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.Diagnosis;
import io.github.dratestkit.allocator.Room;
import io.github.dratestkit.allocator.inventory.Holdings;
import java.util.List;
import java.util.Optional;

/** Diagnoses claims that do not fit on a node. */
final class Diagnoser {

  // Each part has a share of its own, so that one cannot starve the others.
  private static final long STEPS_FOR_ROOM = 60_000;
  private static final long STEPS_FOR_CONFLICT = 40_000;
  private static final long STEPS_FOR_REMEDIES = 80_000;
  private static final long STEPS_FOR_LARGE_REMEDY = 40_000;

  private final Ground ground;
  private final Holdings holdings;

  Diagnoser(Ground ground, Holdings holdings) {
    this.ground = ground;
    this.holdings = holdings;
  }

  Diagnosis of(Trial trial) {
    Room room = new LeastRelease(ground, trials(STEPS_FOR_ROOM), holdings, trial).find();
    if (!ClaimNames.areDistinct(trial.claims())) {
      return new Diagnosis(List.of(), room, List.of(), false);
    }
    Optional<List<ClaimPart>> conflict = new Conflict(trials(STEPS_FOR_CONFLICT)).of(trial);
    if (conflict.isEmpty()) {
      return new Diagnosis(List.of(), room, List.of(), false);
    }
    Remedies.Found found =
        new Remedies(trial, ground, trials(STEPS_FOR_REMEDIES)).of(conflict.get());
    if (!found.remedies().isEmpty()) {
      return new Diagnosis(conflict.get(), room, found.remedies(), found.exhaustive());
    }
    List<List<Change>> large =
        new LargeRemedy(trial, ground, trials(STEPS_FOR_LARGE_REMEDY)).of(conflict.get());
    return new Diagnosis(conflict.get(), room, large, large.isEmpty() && found.exhaustive());
  }

  private Trials trials(long steps) {
    return new Trials(ground, steps);
  }
}
