package io.github.dratestkit.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the real server answered in a recorded conversation, ours answers. What does not agree
 * yet is listed step by step in {@code known-differences.txt}; a line there that has come to agree
 * fails, so that the list can only shrink.
 */
@Execution(ExecutionMode.SAME_THREAD)
class RecordedConversationTest {

  private static final String FOLDER = "conversations";

  static Stream<RecordedConversation> conversations() {
    return RecordedConversation.in(FOLDER)
        .filter(conversation -> !conversation.name().startsWith("kubectl-"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conversations")
  void answers_are_those_of_the_real_server(RecordedConversation conversation) {
    Map<String, List<String>> differing = conversation.differences(Comparison.WITHOUT_SENTENCES);
    Set<String> known = knownDifferences();
    List<String> unknown = new ArrayList<>();
    differing.forEach(
        (where, differences) -> unknown.addAll(known.contains(where) ? List.of() : differences));

    assertThat(unknown).as("differences from what was recorded").isEmpty();
    assertThat(known.stream().filter(line -> line.startsWith(conversation.name() + " ")))
        .as("lines of known-differences.txt that agree by now")
        .isSubsetOf(differing.keySet());
  }

  private static Set<String> knownDifferences() {
    Set<String> known = new TreeSet<>();
    RecordedConversation.resource(FOLDER, "known-differences.txt")
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .forEach(known::add);
    return known;
  }
}
