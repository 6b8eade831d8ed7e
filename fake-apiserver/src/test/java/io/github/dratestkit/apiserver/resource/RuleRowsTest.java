package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every rule of the reference has a recorded scenario that shows it accepted and one that shows it
 * refused. That our server answers them as the real one did is {@link CorpusTest}'s part "rules".
 */
class RuleRowsTest {

  private static final Map<String, CorpusEntry> RECORDED =
      CorpusEntry.of("rules").stream()
          .collect(Collectors.toMap(CorpusEntry::id, Function.identity()));

  @Test
  void every_rule_has_its_scenarios_and_they_are_recorded() {
    List<String> without = new ArrayList<>();
    for (RuleRow row : RuleRow.all()) {
      boolean recorded =
          row.scenarios().values().stream().allMatch(one -> RECORDED.containsKey(one.id()));
      if (!row.isComplete() || !recorded) {
        without.add(row.toString());
      }
    }
    without.forEach(row -> System.out.println("rule without a recorded scenario: " + row));
    assertThat(without).isEmpty();
  }

  @Test
  void what_was_recorded_is_what_the_list_says_now() {
    Set<String> listed = new HashSet<>();
    for (RuleRow row : RuleRow.all()) {
      for (CorpusEntry scenario : row.scenarios().values()) {
        listed.add(scenario.id());
        CorpusEntry recorded = RECORDED.get(scenario.id());
        assertThat(recorded).as("%s, record it again", row).isNotNull();
        assertThat(Replay.same(recorded.steps(), scenario.steps()))
            .as("%s was changed after it was recorded", scenario.id())
            .isTrue();
      }
    }
    assertThat(RECORDED.keySet()).isEqualTo(listed);
  }

  @Test
  void accepted_is_accepted_and_refused_is_refused() {
    List<String> wrong = new ArrayList<>();
    for (RuleRow row : RuleRow.all()) {
      row.scenarios()
          .forEach(
              (shown, scenario) -> {
                if (!shows(shown, RECORDED.get(scenario.id()))) {
                  wrong.add(row + " (" + shown + ")");
                }
              });
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean shows(String shown, CorpusEntry recorded) {
    List<Answer> all = recorded.recorded("all");
    boolean accepted = all.stream().allMatch(answer -> answer.code() < 300);
    return switch (shown) {
      case "yes" -> accepted && all.size() == recorded.steps().size();
      case "no" -> !accepted && all.size() == recorded.steps().size();
      default -> accepted && !drops(all) && drops(recorded.recorded("off"));
    };
  }

  private static boolean drops(List<Answer> answers) {
    return answers.stream()
        .flatMap(answer -> answer.changes().stream())
        .anyMatch(
            change -> change.startsWith("dropped spec") || change.startsWith("dropped status."));
  }
}
