package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds {@code docs/versions.md} against the recorded answers of a genuine 1.34.4: each difference
 * that it lists has a case, and we answer as 1.37.2 that emulates 1.34.
 */
class TrueOldVersionsTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");

  private final List<CorpusEntry> cases = CorpusEntry.ofGenuine("1.34.4");

  @Test
  void every_row_of_the_document_has_a_recorded_case() throws IOException {
    String document = Files.readString(Path.of("../docs/versions.md"));
    List<String> rows =
        ROW.matcher(document)
            .results()
            .map(MatchResult::group)
            .map(row -> row.split("`")[1])
            .toList();

    assertThat(rows).containsExactlyElementsOf(cases.stream().map(CorpusEntry::id).toList());
  }

  @Test
  void each_case_is_answered_otherwise_by_the_old_binary() {
    for (CorpusEntry one : cases) {
      assertThat(Answer.difference(one.recorded("emulated"), one.recorded("genuine")))
          .as("%s", one)
          .isNotEmpty();
    }
  }

  @Test
  void we_answer_as_the_emulation() {
    try (FakeApiServer server = CorpusServers.ours("1.34-default")) {
      Replay replay = new Replay(server.handler());
      for (CorpusEntry one : cases) {
        assertThat(Answer.difference(one.recorded("emulated"), replay.play(one)))
            .as("%s", one)
            .isEmpty();
      }
    }
  }
}
