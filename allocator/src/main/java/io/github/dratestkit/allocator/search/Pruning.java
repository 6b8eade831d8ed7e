package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.Fingerprint;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@linkplain PruningRule rules} that cut branches which can neither succeed nor raise an
 * error. They are used once the plain search has taken many steps without an answer; {@link
 * Eligibility} tells where an error may lie ahead.
 */
final class Pruning {

  /** Counting costs about as much as so many steps; after it was in vain, so many are taken. */
  private static final int STEPS_PER_COUNT = 100;

  /** As long as it is in vain, twice as many steps each time, up to so many. */
  private static final int MOST_STEPS_PER_COUNT = 3200;

  private static final int MOST_REMEMBERED = 2_000_000;

  /** When counting for an alternative is worth while again: what proved much will do so again. */
  private record Counting(long next, int pause) {}

  private final DeviceKinds kinds;
  private final SearchState state;
  private final Bounds bounds;
  private final Set<PruningRule> rules;
  private final Map<Fingerprint, Search.End> failed = new HashMap<>();
  private final Map<Integer, Counting> countings = new HashMap<>();

  private Pruning(DeviceKinds kinds, SearchState state, Bounds bounds, Set<PruningRule> rules) {
    this.kinds = kinds;
    this.state = state;
    this.bounds = bounds;
    this.rules = rules;
  }

  /** Returns null if the order of choices makes a difference. */
  static @Nullable Pruning of(
      List<ClaimPlan> claims,
      Candidates candidates,
      DeviceTests tests,
      Reservations reservations,
      Set<PruningRule> rules) {
    Eligibility eligibility = Eligibility.prove(claims, candidates, tests, reservations);
    if (eligibility == null) {
      return null;
    }
    DeviceKinds kinds = new DeviceKinds(eligibility, candidates, tests, reservations, device -> "");
    return of(claims, kinds, eligibility, tests, reservations, rules);
  }

  /** Returns the pruning for devices whose kinds are known. */
  static Pruning of(
      List<ClaimPlan> claims,
      DeviceKinds kinds,
      Eligibility eligibility,
      DeviceTests tests,
      Reservations reservations,
      Set<PruningRule> rules) {
    return new Pruning(
        kinds,
        new SearchState(kinds, claims, reservations),
        new Bounds(
            new RemainingDemands(claims, kinds, eligibility), new Supply(tests, reservations)),
        rules);
  }

  /** Notes that a device was taken or given back. */
  void changed(int candidate) {
    state.changed(candidate);
  }

  Fingerprint before(Alternative alternative) {
    return state.before(alternative);
  }

  /** Returns how this state ended before, or null if it is new. */
  Search.@Nullable End known(Fingerprint fingerprint) {
    return failed.get(fingerprint);
  }

  void remember(Fingerprint fingerprint, Search.End end) {
    if (rules.contains(PruningRule.MEMORY) && failed.size() < MOST_REMEMBERED) {
      failed.put(fingerprint, end);
    }
  }

  /** Says whether counting proves that the alternative and what follows cannot be satisfied. */
  boolean isHopeless(Alternative alternative, long steps) {
    Counting counting = countings.get(alternative.ordinal());
    if (counting != null && steps < counting.next()) {
      return false;
    }
    boolean hopeless = bounds.isHopeless(alternative, rules);
    int pause =
        hopeless
            ? 0
            : counting == null || counting.pause() == 0
                ? STEPS_PER_COUNT
                : Math.min(2 * counting.pause(), MOST_STEPS_PER_COUNT);
    countings.put(alternative.ordinal(), new Counting(steps + pause, pause));
    return hopeless;
  }

  /** Returns what is needed to tell choices apart at one point of the search. */
  Choices choices(Alternative alternative, boolean last) {
    return new Choices(alternative, last);
  }

  /** The choices that were followed at one point of the search. */
  final class Choices {

    private final Set<Object> tried = new HashSet<>();

    /** Kinds of devices that are not shared, twice each: free, and taken by other claims. */
    private final BitSet triedKinds = new BitSet();

    private final @Nullable Map<Integer, Fingerprint> marks;

    /**
     * Devices of other components come before or after in the order of devices. That makes a
     * difference to the next device of the same request, which must come later; so components are
     * exchanged only where this is the last device.
     */
    private Choices(Alternative alternative, boolean last) {
      this.marks = last ? state.marks(alternative) : null;
    }

    /** Says whether an equal choice was followed already; if not, this one counts as followed. */
    boolean isRepeated(int candidate) {
      int kind = kinds.kindOf(candidate);
      if (kind == DeviceKinds.NONE || !rules.contains(PruningRule.SYMMETRY)) {
        return false;
      }
      if (!state.isShareable(candidate)) {
        int choice = 2 * kind + (state.isTaken(candidate) ? 1 : 0);
        if (triedKinds.get(choice)) {
          return true;
        }
        triedKinds.set(choice);
        return marks != null && !tried.add(state.choice(candidate, marks));
      }
      Object choice =
          marks == null ? List.of(kind, state.stateOf(candidate)) : state.choice(candidate, marks);
      return !tried.add(choice);
    }
  }
}
