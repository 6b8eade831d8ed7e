package io.github.dratestkit.controlplane.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.controlplane.faults.FaultPlan.Strike;
import io.github.dratestkit.controlplane.faults.History.Course;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The control plane keeps its promises in a thousand histories in which everything goes wrong that
 * can: any loop dies between any two calls, any write fails or is done without an answer, watches
 * are cut, events come late, clocks jump.
 */
class FaultExplorerTest {

  private static final int HISTORIES = 1_000;

  /** Within so many histories a planted race must have been found. */
  private static final int SEARCHED = 400;

  @Test
  void no_device_is_shared_no_claim_leaks_and_all_settles_whatever_goes_wrong() {
    Map<Point, Long> existing = new ConcurrentHashMap<>();
    Set<Point> struck = ConcurrentHashMap.newKeySet();
    assertAllKeepTheRules(
        LongStream.range(0, HISTORIES).mapToObj(History::of).toList(), existing, struck);
    Set<Point> all = Set.copyOf(existing.keySet());
    long byChance = all.stream().filter(struck::contains).count();

    // Many at once first, then those one by one that did not come to pass because of others.
    assertAllKeepTheRules(aimed(existing, struck, Point::fault), existing, struck);
    assertAllKeepTheRules(aimed(existing, struck, point -> point), existing, struck);

    System.out.printf(
        "%d histories have struck %d of %d points (loop, call, fault), and more the rest%n",
        HISTORIES, byChance, all.size());
    assertThat(struck).containsAll(all);
  }

  /**
   * Returns histories in which the points are struck that have not been, those of one key together.
   */
  private static List<History> aimed(
      Map<Point, Long> existing, Set<Point> struck, Function<Point, Object> key) {
    return existing.entrySet().stream()
        .filter(entry -> !struck.contains(entry.getKey()))
        .collect(
            Collectors.groupingBy(
                entry -> List.of(entry.getValue(), key.apply(entry.getKey())),
                Collectors.mapping(Map.Entry::getKey, Collectors.toSet())))
        .entrySet()
        .stream()
        .map(entry -> History.of((long) entry.getKey().get(0)).aimedAt(entry.getValue()))
        .toList();
  }

  private static void assertAllKeepTheRules(
      List<History> histories, Map<Point, Long> existing, Set<Point> struck) {
    Optional<History> broken = firstBroken(histories.stream(), existing, struck);
    assertThat(broken.map(FaultExplorerTest::explain)).isEmpty();
  }

  /** Plays histories until one breaks a rule, and notes which points there are. */
  private static Optional<History> firstBroken(
      Stream<History> histories, Map<Point, Long> existing, Set<Point> struck) {
    return histories
        .parallel()
        .filter(
            history -> {
              Course course = history.play();
              course.plan().existing().forEach(p -> existing.merge(p, history.seed(), Math::min));
              course.plan().strikes().stream().map(Strike::point).forEach(struck::add);
              return course.violation().isPresent();
            })
        .findFirst();
  }

  @Test
  void one_seed_always_takes_the_same_course() {
    for (long seed : List.of(3L, 4L, 15L)) {
      Course once = History.of(seed).play();
      Course again = History.of(seed).play();

      assertThat(again.plan().strikes()).isEqualTo(once.plan().strikes()).isNotEmpty();
      assertThat(again.operations()).isEqualTo(once.operations());
    }
  }

  @ParameterizedTest
  @EnumSource(PlantedRaces.class)
  void a_planted_race_is_found_and_shrunk(PlantedRaces race) {
    History found =
        LongStream.range(0, SEARCHED)
            .mapToObj(seed -> History.withPlanted(seed, race))
            .parallel()
            .filter(history -> isBroken(history, race))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssertionError(race + " was not found within " + SEARCHED + " histories"));

    History least = found.shrunk(race.rule());

    assertThat(isBroken(least, race)).as(least.report()).isTrue();
    assertThat(sizeOf(least)).isLessThan(sizeOf(found));
  }

  private static int sizeOf(History history) {
    Course course = history.play();
    return course.operations().size() + course.plan().strikes().size();
  }

  private static boolean isBroken(History history, PlantedRaces race) {
    return history
        .play()
        .violation()
        .filter(violation -> violation.rule().equals(race.rule()))
        .isPresent();
  }

  private static String explain(History history) {
    String rule = history.play().violation().orElseThrow().rule();
    return history.shrunk(rule).report();
  }
}
