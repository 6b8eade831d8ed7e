package io.github.dratestkit.allocator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.Diagnosis;
import io.github.dratestkit.allocator.Holder;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Room;
import io.github.dratestkit.allocator.cases.RandomCase;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Carries out what 1,000 diagnoses of random cases say, word by word. */
@TestInstance(Lifecycle.PER_CLASS)
class DiagnosisTest {

  private static final int DIAGNOSES = 1_000;

  private final TreeMap<Long, Diagnosis> diagnoses = new TreeMap<>();

  @BeforeAll
  void diagnose() {
    for (long seed = 500_000; diagnoses.size() < DIAGNOSES; seed++) {
      LiteralSituation situation = of(seed);
      if (situation.namesTellApart() && situation.allocate() instanceof Outcome.Unfit unfit) {
        diagnoses.put(seed, unfit.explanation().diagnosis().orElseThrow());
      }
    }
  }

  private static LiteralSituation of(long seed) {
    return new LiteralSituation(RandomCase.plain(seed));
  }

  @Test
  void nearly_every_case_is_diagnosed_within_the_bounds() {
    assertThat(diagnoses.values().stream().filter(one -> one.conflict().isEmpty()).count())
        .as("conflicts that were not found")
        .isLessThan(DIAGNOSES / 50);
    assertThat(diagnoses.values().stream().filter(one -> !one.exhaustive()).count())
        .as("diagnoses that may miss a shorter remedy")
        .isLessThan(DIAGNOSES / 4);
    assertThat(diagnoses.values().stream().filter(one -> one.remedies().isEmpty()).count())
        .as("diagnoses without a remedy")
        .isLessThan(DIAGNOSES / 6);
  }

  @Test
  void the_parts_of_a_conflict_do_not_fit_but_fit_when_any_of_them_is_left_out() {
    diagnoses.forEach(
        (seed, diagnosis) -> {
          if (diagnosis.conflict().isEmpty()) {
            return;
          }
          LiteralSituation together = of(seed);
          together.keep(diagnosis.conflict());
          assertThat(together.allocate())
              .as("seed %s with only %s", seed, diagnosis.conflict())
              .isNotInstanceOf(Outcome.Allocated.class);
          for (ClaimPart part : diagnosis.conflict()) {
            List<ClaimPart> fewer = new ArrayList<>(diagnosis.conflict());
            fewer.remove(part);
            LiteralSituation rest = of(seed);
            rest.keep(fewer);
            assertThat(fewer.isEmpty() || rest.allocate() instanceof Outcome.Allocated)
                .as("seed %s with only %s fits", seed, fewer)
                .isTrue();
          }
        });
  }

  @Test
  void remedies_make_all_claims_fit() {
    TreeSet<Long> without = new TreeSet<>();
    diagnoses.forEach(
        (seed, diagnosis) -> {
          for (List<Change> remedy : diagnosis.remedies()) {
            LiteralSituation changed = of(seed);
            changed.make(remedy);
            if (!(changed.allocate() instanceof Outcome.Allocated)) {
              without.add(seed);
            }
          }
        });
    assertThat(without).as("seeds with a remedy that does not help").isEmpty();
  }

  @Test
  void no_part_of_a_remedy_is_enough() {
    TreeSet<Long> longer = new TreeSet<>();
    diagnoses.forEach(
        (seed, diagnosis) -> {
          for (List<Change> remedy : diagnosis.remedies()) {
            for (Change change : remedy) {
              List<Change> fewer = new ArrayList<>(remedy);
              fewer.remove(change);
              LiteralSituation changed = of(seed);
              changed.make(fewer);
              if (changed.allocate() instanceof Outcome.Allocated) {
                longer.add(seed);
              }
            }
          }
        });
    assertThat(longer).as("seeds with a remedy longer than need be").isEmpty();
  }

  @Test
  void the_release_that_a_full_node_needs_makes_all_claims_fit_and_no_part_of_it_does() {
    int full = 0;
    for (long seed : diagnoses.keySet()) {
      if (diagnoses.get(seed).room() instanceof Room.FullNow room) {
        full++;
        assertThat(released(seed, room.release()))
            .as("seed %s after the release of %s", seed, room.release())
            .isInstanceOf(Outcome.Allocated.class);
        for (Holder holder : room.release()) {
          List<Holder> fewer = new ArrayList<>(room.release());
          fewer.remove(holder);
          assertThat(released(seed, fewer))
              .as("seed %s after the release of only %s", seed, fewer)
              .isNotInstanceOf(Outcome.Allocated.class);
        }
      }
    }
    assertThat(full).isGreaterThan(10);
  }

  private static Outcome released(long seed, List<Holder> holders) {
    LiteralSituation situation = of(seed);
    holders.forEach(situation::release);
    return situation.allocate();
  }

  @Test
  void no_release_helps_where_it_is_said_to_be_impossible() {
    int impossible = 0;
    for (long seed : diagnoses.keySet()) {
      if (diagnoses.get(seed).room() instanceof Room.ImpossibleHere) {
        impossible++;
        LiteralSituation situation = of(seed);
        situation.releaseAll();
        assertThat(situation.allocate())
            .as("seed %s with nothing in use", seed)
            .isNotInstanceOf(Outcome.Allocated.class);
      }
    }
    assertThat(impossible).isGreaterThan(100);
  }

  @Test
  void the_same_question_gets_the_same_answer() {
    diagnoses.headMap(diagnoses.firstKey() + 300).entrySet().stream()
        .limit(50)
        .forEach(
            entry ->
                assertThat(of(entry.getKey()).allocate().explanation().diagnosis())
                    .as("seed %s", entry.getKey())
                    .contains(entry.getValue()));
  }
}
