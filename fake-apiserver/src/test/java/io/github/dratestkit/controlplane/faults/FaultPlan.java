package io.github.dratestkit.controlplane.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides at every call whether something goes wrong there. The decision depends on nothing but the
 * seed, the call and how often it has come, so that leaving one fault out leaves the others.
 */
final class FaultPlan {

  /** Of a thousand calls of a kind that has come before, so many go wrong. */
  private static final int OFTEN = 40;

  /** The same for the first calls of a kind, for some kinds come only once in a history. */
  private static final int AT_FIRST = 300;

  private static final int FIRST_CALLS = 2;

  /** A fault that was struck: the call, its number, and what went wrong. */
  record Strike(Point point, int number) {
    @Override
    public String toString() {
      return point + " (call " + number + ")";
    }
  }

  private final long seed;
  private final Set<Point> aims;
  private final Predicate<Strike> allowed;
  private final Map<String, Integer> calls = new HashMap<>();
  private final List<Strike> strikes = new ArrayList<>();
  private final Set<Point> existing = new LinkedHashSet<>();
  private boolean healed;

  /**
   * Creates a plan.
   *
   * @param aims points to strike when they first come
   * @param allowed leaves faults out, for shrinking
   */
  FaultPlan(long seed, Set<Point> aims, Predicate<Strike> allowed) {
    this.seed = seed;
    this.aims = aims;
    this.allowed = allowed;
  }

  /** Returns what goes wrong at this call, of what may. */
  Optional<Injected> decide(String loop, String call, Predicate<Injected> fitting) {
    int number = calls.merge(loop + " " + call, 1, Integer::sum);
    List<Injected> possible = new ArrayList<>();
    for (Injected fault : Injected.values()) {
      if (fitting.test(fault)) {
        possible.add(fault);
        existing.add(new Point(loop, call, fault));
      }
    }
    Optional<Point> aim =
        number > 1
            ? Optional.empty()
            : aims.stream().filter(point -> point.isAt(loop, call)).findFirst();
    if (aim.isPresent()) {
      return strike(aim.get().fault(), loop, call, number);
    }
    long hash = mix(seed * 0x9E3779B97F4A7C15L + (loop + call).hashCode() * 31L + number);
    int likely = number <= FIRST_CALLS ? AT_FIRST : OFTEN;
    if (healed || Math.floorMod(hash, 1000L) >= likely) {
      return Optional.empty();
    }
    int chosen = (int) Math.floorMod(hash >>> 20, (long) possible.size());
    return strike(possible.get(chosen), loop, call, number);
  }

  private Optional<Injected> strike(Injected fault, String loop, String call, int number) {
    Strike strike = new Strike(new Point(loop, call, fault), number);
    if (!allowed.test(strike)) {
      return Optional.empty();
    }
    strikes.add(strike);
    return Optional.of(fault);
  }

  /** Lets nothing go wrong from now on. */
  void heal() {
    healed = true;
  }

  boolean isHealed() {
    return healed;
  }

  List<Strike> strikes() {
    return strikes;
  }

  /** Returns every point that has come by. */
  Set<Point> existing() {
    return existing;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
