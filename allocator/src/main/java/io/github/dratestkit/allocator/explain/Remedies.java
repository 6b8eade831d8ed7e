package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the least changes after which claims fit. Every set of changes that is enough must resolve
 * each conflict, so it is enough to branch over the proposals for one conflict after another
 * (Reiter's hitting sets): all single changes are tried before any pair, all pairs before any
 * triple.
 */
final class Remedies {

  /** More changes than these are no longer a hint but another claim. */
  private static final int MOST_CHANGES = 3;

  private static final int MOST_LISTED = 6;
  private static final long STEPS_TO_SHORTEN = 30_000;

  /**
   * What was found.
   *
   * @param exhaustive whether all smaller sets were tried
   */
  record Found(List<List<Change>> remedies, boolean exhaustive) {}

  /** Changes that are not enough yet. */
  private record Branch(Remedy remedy, List<ClaimPart> conflict) {}

  private final Trial start;
  private final Ground ground;
  private final Trials trials;
  private final ChangedTrial changed;
  private final Proposals proposals;
  private final List<Remedy> found = new ArrayList<>();
  private final Set<Set<Proposal>> tried = new HashSet<>();
  private boolean exhaustive = true;

  /**
   * @param start claims that do not fit
   */
  Remedies(Trial start, Ground ground, Trials trials) {
    this.start = start;
    this.ground = ground;
    this.trials = trials;
    this.changed = new ChangedTrial(ground);
    this.proposals = new Proposals(ground);
  }

  /**
   * @param conflict a minimal conflict of the claims
   */
  Found of(List<ClaimPart> conflict) {
    List<Branch> level = List.of(new Branch(Remedy.NONE, conflict));
    for (int size = 1; size <= MOST_CHANGES && found.isEmpty() && exhaustive; size++) {
      List<Remedy> next = new ArrayList<>();
      for (Branch branch : level) {
        Trial trial = branch.remedy().madeTo(start, changed);
        for (Proposal proposal : proposals.of(trial, branch.conflict())) {
          extend(branch.remedy().with(proposal), next);
        }
      }
      level = found.isEmpty() && size < MOST_CHANGES ? withConflicts(next) : List.of();
    }
    return new Found(
        listed(found.stream().flatMap(remedy -> shortened(remedy)).toList()), exhaustive);
  }

  /** Returns the remedy without what it does not need, or none if that took too long to tell. */
  private Stream<Remedy> shortened(Remedy remedy) {
    Trials own = new Trials(ground, STEPS_TO_SHORTEN);
    Remedy shorter = new Shortening(start, own, changed).of(remedy);
    return own.areExhausted() ? Stream.of() : Stream.of(shorter);
  }

  private void extend(Remedy remedy, List<Remedy> next) {
    if (!exhaustive || !tried.add(remedy.proposals())) {
      return;
    }
    switch (trials.of(remedy.madeTo(start, changed))) {
      case YES -> found.add(remedy);
      case NO -> next.add(remedy);
      case UNKNOWN -> exhaustive = false;
    }
  }

  private List<Branch> withConflicts(List<Remedy> remedies) {
    List<Branch> complete = new ArrayList<>();
    for (Remedy remedy : remedies) {
      Optional<List<ClaimPart>> conflict = new Conflict(trials).of(remedy.madeTo(start, changed));
      if (conflict.isEmpty()) {
        exhaustive = false;
        break;
      }
      complete.add(new Branch(remedy, conflict.get()));
    }
    return complete;
  }

  /** Lists one remedy for each way of putting things right, whatever kind of device it takes. */
  private static List<List<Change>> listed(List<Remedy> remedies) {
    Map<Set<Object>, List<Change>> byKind = new LinkedHashMap<>();
    for (Remedy remedy : remedies) {
      Set<Object> kinds = new HashSet<>();
      remedy.changes().forEach(change -> kinds.add(kindOf(change)));
      byKind.putIfAbsent(kinds, remedy.changes());
    }
    return byKind.values().stream().limit(MOST_LISTED).toList();
  }

  private static Object kindOf(Change change) {
    return change instanceof Change.AddDevices more ? more.slice().getSpec().getDriver() : change;
  }
}
