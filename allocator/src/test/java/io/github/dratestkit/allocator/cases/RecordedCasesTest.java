package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Lists;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.audit.Violation;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand random cases over all features, with the answers that upstream gave. */
class RecordedCasesTest {

  private static final int TOGETHER = 50;

  /** Some cases of one source, with the answers that upstream gave. */
  record Part(CaseSource source, List<Map.Entry<Long, String>> answers) {

    @Override
    public String toString() {
      return source + " from " + answers.get(0).getKey();
    }
  }

  static List<Part> recorded() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (CaseSource source : CaseSource.values()) {
      List<Map.Entry<Long, String>> answers = List.copyOf(RecordedCases.read(source).entrySet());
      Lists.partition(answers.subList(0, Sample.of(answers.size())), TOGETHER)
          .forEach(some -> parts.add(new Part(source, some)));
    }
    return parts;
  }

  @Test
  void thousands_of_answers_are_recorded() throws IOException {
    assertThat(RecordedCases.read(CaseSource.RANDOM)).hasSizeGreaterThanOrEqualTo(10_000);
    assertThat(RecordedCases.read(CaseSource.ODD)).hasSizeGreaterThanOrEqualTo(3_000);
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void every_recorded_answer_is_given_again_step_by_step_and_stands_the_audit(Part recorded) {
    List<String> different = new ArrayList<>();
    for (Map.Entry<Long, String> answer : recorded.answers()) {
      long seed = answer.getKey();
      check(seed, recorded.source().of(seed), answer.getValue(), different);
    }
    assertThat(different).isEmpty();
  }

  private static void check(
      long seed, Map<String, Object> drawn, String upstream, List<String> different) {
    ParsedCase given = ParsedCase.of(drawn);
    boolean ordered = given.variant() != AllocatorVariant.STABLE;
    Answer whole = Answer.ours(given, Allocator::withoutPruning, Budget.UNLIMITED);
    if (!(ordered ? whole.toString() : whole.outcome())
        .equals(ordered ? upstream : upstream.substring(0, upstream.indexOf(' ')))) {
      different.add("seed " + seed + ": ours " + whole + ", upstream " + upstream);
      return;
    }
    Answer pruned = Answer.ours(given, Allocator::withPruningAtOnce, Budget.UNLIMITED);
    if (!pruned.decision().equals(whole.decision())) {
      different.add("seed " + seed + ": pruned " + pruned + ", whole " + whole);
    }
    if (whole.outcome().equals("allocated")) {
      List<Violation> violations = Audited.violations(given, results(given));
      if (!violations.isEmpty()) {
        different.add("seed " + seed + ": audit " + violations);
      }
    }
  }

  private static List<AllocationResult> results(ParsedCase given) {
    Outcome outcome =
        Allocator.of(given.snapshot()).allocate(given.node(), given.allClaims(), Budget.UNLIMITED);
    return outcome instanceof Outcome.Allocated allocated ? allocated.results() : List.of();
  }
}
