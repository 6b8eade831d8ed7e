package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Cases that grow along one line each, such as one device too many. Upstream runs into its limit on
 * many of them; here each is answered after few steps.
 */
class GrowingCasesTest {

  private static final String FILE = "/upstream/growing-cases.jsonl.gz";
  private static final Budget FEW_STEPS = Budget.ofSteps(50_000);

  static Stream<Named<JsonNode>> cases() throws IOException {
    try (InputStream file = GrowingCasesTest.class.getResourceAsStream(FILE)) {
      assertThat(file).as(FILE).isNotNull();
      return new BufferedReader(
              new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))
              .lines()
              .skip(1)
              .map(ParsedCase.JSON::readTree)
              .map(node -> Named.of(node.get("case").get("id").asString(), node))
              .toList()
              .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void an_answer_takes_few_steps(JsonNode recorded) {
    ParsedCase given = ParsedCase.of(recorded.get("case").toString());
    Answer ours = Answer.ours(given, allocator -> allocator, FEW_STEPS);
    assertThat(ours.outcome()).isEqualTo(recorded.get("right").asString());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void pruning_from_the_first_step_gives_the_same_answer(JsonNode recorded) {
    ParsedCase given = ParsedCase.of(recorded.get("case").toString());
    Answer pruned = Answer.ours(given, Allocator::withPruningAtOnce, FEW_STEPS);
    assertThat(pruned.decision())
        .isEqualTo(Answer.ours(given, allocator -> allocator, FEW_STEPS).decision());
  }

  static Stream<Named<Map<String, Object>>> otherSizes() {
    return Stream.concat(GrowingCases.large().stream(), GrowingCases.variants().stream())
        .map(given -> Named.of(String.valueOf(given.get("id")), given));
  }

  static Stream<Named<Map<String, Object>>> drawn() {
    return LongStream.rangeClosed(1, 60)
        .mapToObj(HardCase::of)
        .map(given -> Named.of(String.valueOf(given.get("id")), given));
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void cases_drawn_to_be_hard_take_few_steps_as_well(Map<String, Object> given) {
    Answer ours = Answer.ours(ParsedCase.of(given), allocator -> allocator, FEW_STEPS);
    assertThat(ours.outcome()).isNotEqualTo("timeout");
  }

  @ParameterizedTest
  @MethodSource("otherSizes")
  void other_sizes_take_few_steps_as_well(Map<String, Object> given) {
    Answer ours = Answer.ours(ParsedCase.of(given), allocator -> allocator, FEW_STEPS);
    assertThat(ours.outcome()).isIn("allocated", "unfit");
  }

  @Test
  void a_search_that_is_stopped_says_how_far_it_has_proved() {
    ParsedCase given = ParsedCase.of(GrowingCases.matchFar(3));
    Allocator allocator = Allocator.of(given.snapshot()).withoutPruning();
    Outcome outcome = allocator.allocate(given.node(), given.allClaims(), Budget.ofSteps(60));
    assertThat(outcome).isInstanceOf(Outcome.Stopped.class);
    assertThat(outcome.explanation().reason())
        .startsWith("the budget ended the search after 61 steps; nothing fits that comes in its")
        .contains("before r0=gpu.example.com/node-1/gpu-1-");
  }
}
