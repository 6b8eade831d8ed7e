package io.github.dratestkit.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may do what, and what admission makes of it, held against what the real server answered with
 * roles and without controllers. Refusals are compared word for word.
 */
class AccessAndAdmissionTest {

  /** Recorded with the admission of nodes by their conditions, which is off here. */
  private static final String WITH_MORE_ADMISSION = "admission-nodes";

  static Stream<RecordedConversation> conversations() {
    return Stream.of("access", "admission")
        .flatMap(RecordedConversation::in)
        .filter(conversation -> !conversation.name().equals(WITH_MORE_ADMISSION));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conversations")
  void answers_are_those_of_the_real_server(RecordedConversation conversation) {
    assertThat(conversation.differences(Comparison.WITH_SENTENCES_OF_REFUSALS)).isEmpty();
  }
}
