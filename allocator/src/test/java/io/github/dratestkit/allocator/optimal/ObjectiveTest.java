package io.github.dratestkit.allocator.optimal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Optimum;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.optimal.Blocks.Part;
import io.github.dratestkit.allocator.optimal.Blocks.Wish;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is found for each objective, held against every solution that another solver finds. */
class ObjectiveTest {

  private static final Node NODE =
      new NodeBuilder().withNewMetadata().withName("node-1").endMetadata().build();

  private static final int CASES = 60;

  @ParameterizedTest
  @EnumSource(Objective.class)
  void nothing_costs_less(Objective objective) {
    int found = 0;
    for (long seed = 1; seed <= CASES; seed++) {
      Blocks blocks = Blocks.of(seed);
      OptionalLong least = new EverySolution(blocks).least(objective);
      Optimum optimum =
          Allocator.of(blocks.snapshot())
              .optimize(NODE, List.of(blocks.claim()), objective, Budget.UNLIMITED);
      assertThat(optimum.proven()).as("%s, seed %s", blocks, seed).isTrue();
      assertThat(optimum.outcome() instanceof Outcome.Allocated)
          .as("%s, seed %s fits", blocks, seed)
          .isEqualTo(least.isPresent());
      if (least.isPresent()) {
        found++;
        assertThat(optimum.cost()).as("%s, seed %s", blocks, seed).isEqualTo(least.getAsLong());
      }
    }
    assertThat(found).isGreaterThan(CASES / 3);
  }

  @Test
  void a_search_that_is_cut_short_says_so() {
    Blocks blocks =
        new Blocks(8, List.of(), List.of(List.of(new Wish(1, 6)), List.of(new Wish(2, 5))));
    Optimum optimum =
        Allocator.of(blocks.snapshot())
            .optimize(NODE, List.of(blocks.claim()), Objective.COMPACT, Budget.ofSteps(200));
    assertThat(optimum.outcome()).isInstanceOf(Outcome.Allocated.class);
    assertThat(optimum.proven()).isFalse();
  }

  @Test
  void a_pool_whose_free_blocks_lie_apart_is_fragmented() {
    Blocks whole = new Blocks(1, List.of(), List.of());
    Blocks apart = new Blocks(1, List.of(new Part(0, 1, 1), new Part(0, 2, 1)), List.of());
    PoolRoom free = Allocator.of(whole.snapshot()).roomOn(NODE).get(0);
    PoolRoom torn = Allocator.of(apart.snapshot()).roomOn(NODE).get(0);
    assertThat(free.fragmentation()).isZero();
    assertThat(free.largest().orElseThrow().like()).isEqualTo("gpu-0-4-0");
    // Two blocks would make one pair: of two profiles that could be served, one is not.
    assertThat(torn.fragmentation()).isEqualTo(500);
    assertThat(torn.largest().orElseThrow().like()).isEqualTo("gpu-0-1-0");
    assertThat(torn.largest().orElseThrow().count()).isEqualTo(2);
  }
}
