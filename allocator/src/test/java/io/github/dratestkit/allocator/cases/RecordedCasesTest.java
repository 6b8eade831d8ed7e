package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Ten thousand random cases over all features, with the answers that upstream gave. */
class RecordedCasesTest {

  @Test
  void every_recorded_answer_is_given_again_step_by_step_and_stands_the_audit() throws IOException {
    Map<Long, String> recorded = RecordedCases.read();
    List<String> different = new ArrayList<>();
    recorded.entrySet().stream()
        .limit(Integer.getInteger("recordedCases", recorded.size()))
        .forEach(answer -> check(answer.getKey(), answer.getValue(), different));
    assertThat(recorded).hasSizeGreaterThanOrEqualTo(10_000);
    assertThat(different).isEmpty();
  }

  private static void check(long seed, String upstream, List<String> different) {
    ParsedCase given = ParsedCase.of(RandomCase.of(seed));
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
