package io.github.dratestkit.allocator.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The cases that show one rule each, with the answers that upstream's allocator gave. */
class GoldenCasesTest {

  private static final String FILE = "/upstream/golden-cases.jsonl";

  static Stream<Named<JsonNode>> cases() throws IOException {
    try (InputStream file = GoldenCasesTest.class.getResourceAsStream(FILE)) {
      assertThat(file).as(FILE).isNotNull();
      return new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
              .lines()
              .skip(1)
              .map(ParsedCase.JSON::readTree)
              .map(
                  node ->
                      Named.of(
                          node.get("id").asString() + ": " + node.get("text").asString(), node))
              .toList()
              .stream();
    }
  }

  private static ParsedCase parsed(JsonNode recorded) {
    return ParsedCase.of(recorded.get("case").toString());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void every_branch_and_every_step_is_upstreams(JsonNode recorded) {
    Answer ours = Answer.ours(parsed(recorded), Allocator::withoutPruning, Budget.UNLIMITED);
    assertThat(ours.toString())
        .as(ours.detail())
        .isEqualTo(Answer.upstream(recorded.get("answer")).toString());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void pruning_changes_no_answer(JsonNode recorded) {
    Answer ours = Answer.ours(parsed(recorded), Allocator::withPruningAtOnce, Budget.UNLIMITED);
    assertThat(ours.decision())
        .as(ours.detail())
        .isEqualTo(Answer.upstream(recorded.get("answer")).decision());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_auditor_accepts_what_was_allocated(JsonNode recorded) {
    ParsedCase given = parsed(recorded);
    assertThat(given.variant()).isNotEqualTo(AllocatorVariant.STABLE);
    Outcome outcome =
        Allocator.of(given.snapshot()).allocate(given.node(), given.allClaims(), Budget.UNLIMITED);
    if (outcome instanceof Outcome.Allocated allocated) {
      assertThat(Audited.violations(given, allocated.results())).isEmpty();
    }
    assertThat(outcome.explanation().reason()).isNotEmpty();
  }
}
