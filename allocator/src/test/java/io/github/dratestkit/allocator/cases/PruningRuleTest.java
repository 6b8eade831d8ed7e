package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.search.PruningRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * Each rule of the pruning by itself, held against the search that follows every branch, on cases
 * so small that it ends.
 */
class PruningRuleTest {

  private static final Budget SMALL = Budget.ofSteps(30_000);

  @Test
  void each_rule_alone_gives_the_answer_of_the_whole_search_and_none_is_idle() {
    Map<PruningRule, Integer> useful = new EnumMap<>(PruningRule.class);
    List<String> different = new ArrayList<>();
    check(RandomCase::of, 20_000, 250, useful, different);
    check(HardCase::small, 1, 250, useful, different);
    assertThat(different).isEmpty();
    assertThat(useful.keySet()).containsExactlyInAnyOrder(PruningRule.values());
  }

  private static void check(
      LongFunction<Map<String, Object>> draw,
      long first,
      int number,
      Map<PruningRule, Integer> useful,
      List<String> different) {
    for (long seed = first; seed < first + Sample.atLeast(100, number); seed++) {
      ParsedCase given = ParsedCase.of(draw.apply(seed));
      Answer whole = Answer.ours(given, Allocator::withoutPruning, SMALL);
      if (whole.outcome().equals("timeout")) {
        continue;
      }
      for (PruningRule rule : PruningRule.values()) {
        Answer pruned =
            Answer.ours(given, allocator -> allocator.withPruningBy(Set.of(rule)), SMALL);
        if (!pruned.decision().equals(whole.decision())) {
          different.add(rule + ", seed " + seed + ": " + pruned + " instead of " + whole);
        }
        if (pruned.steps() < whole.steps()) {
          useful.merge(rule, 1, Integer::sum);
        }
      }
    }
  }
}
