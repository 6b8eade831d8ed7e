package io.github.dratestkit.controlplane.faults;

import io.github.dratestkit.controlplane.faults.FaultPlan.Strike;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * One history: operations and faults that follow from a seed. The same history always takes the
 * same course. Parts may be left out, to find the fewest that matter.
 */
record History(
    long seed,
    Theme theme,
    Planted planted,
    Set<Point> aims,
    Set<Integer> withoutOperations,
    Set<Strike> without) {

  private static final int OPERATIONS = 10;
  private static final int MOST_STEPS_BETWEEN = 30;

  /** What a history came to. */
  record Course(Optional<Violation> violation, FaultPlan plan, List<String> operations) {}

  /** Returns the history of a seed. */
  static History of(long seed) {
    return new History(seed, Theme.of(seed), Planted.NOTHING, Set.of(), Set.of(), Set.of());
  }

  /** Returns a history with devices, in which a mistake is built into the loops. */
  static History withPlanted(long seed, Planted planted) {
    return new History(seed, DeviceTheme.THE, planted, Set.of(), Set.of(), Set.of());
  }

  /** Returns the same history, in which points are struck when they first come. */
  History aimedAt(Set<Point> points) {
    return new History(seed, theme, planted, points, withoutOperations, without);
  }

  /** Plays it. */
  Course play() {
    FaultPlan plan = new FaultPlan(seed, aims, strike -> !without.contains(strike));
    List<String> operations = new ArrayList<>();
    try (Laboratory laboratory = new Laboratory(seed, theme, plan, planted)) {
      SplittableRandom random = new SplittableRandom(seed);
      laboratory.run(random.nextInt(60));
      for (int number = 0; number < OPERATIONS; number++) {
        Operation operation = theme.operations().get(random.nextInt(theme.operations().size()));
        int choice = random.nextInt(1 << 20);
        int steps = random.nextInt(MOST_STEPS_BETWEEN);
        if (!withoutOperations.contains(number)) {
          operations.add(number + " " + operation);
          operation.run(laboratory, number, choice);
          laboratory.run(steps);
        }
      }
      laboratory.concludeHistory();
      return new Course(Optional.empty(), plan, operations);
    } catch (Violation violation) {
      return new Course(Optional.of(violation), plan, operations);
    }
  }

  /** Returns a history with the same violation and as little else as could be found. */
  History shrunk(String rule) {
    History least = this;
    for (int number = 0; number < OPERATIONS; number++) {
      Set<Integer> fewer = new HashSet<>(least.withoutOperations());
      fewer.add(number);
      History candidate = new History(seed, theme, planted, aims, fewer, least.without());
      if (candidate.breaks(rule)) {
        least = candidate;
      }
    }
    for (Strike strike : List.copyOf(least.play().plan().strikes())) {
      Set<Strike> fewer = new HashSet<>(least.without());
      fewer.add(strike);
      History candidate = new History(seed, theme, planted, aims, least.withoutOperations(), fewer);
      if (candidate.breaks(rule)) {
        least = candidate;
      }
    }
    return least;
  }

  private boolean breaks(String rule) {
    return play().violation().filter(violation -> violation.rule().equals(rule)).isPresent();
  }

  /** Returns what a reader needs to see the same again. */
  String report() {
    Course course = play();
    return "seed %d%s: %s%n  operations:%n    %s%n  faults:%n    %s"
        .formatted(
            seed,
            aims.isEmpty() ? "" : " aimed at " + aims,
            course.violation().map(Violation::getMessage).orElse("no violation"),
            String.join("\n    ", course.operations()),
            course.plan().strikes().stream()
                .map(Strike::toString)
                .collect(Collectors.joining("\n    ")));
  }
}
